package io.github.resilience4j.adaptive.client;

import io.github.resilience4j.adaptive.outcome.SelfRejection;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.io.IOException;
import java.time.Duration;

/**
 * A refusal by the limiter where the client lets nothing pass but an {@link IOException}. Its cause is the refusal; like
 * that it is never retried and never counted as a failure of the server.
 *
 * @since 0.1
 */
public final class RequestRefusedException extends IOException implements SelfRejection {

    /** What is left of the pause. */
    private final Duration retryAfter;

    /**
     * Wraps a refusal.
     *
     * @param refusal what the limiter said
     * @param retryAfter what is left of the pause, zero if that is not why
     */
    public RequestRefusedException(RequestNotPermitted refusal, Duration retryAfter) {
        super(refusal.getMessage(), refusal);
        this.retryAfter = retryAfter;
    }

    @Override
    public Duration retryAfter() {
        return retryAfter;
    }
}
