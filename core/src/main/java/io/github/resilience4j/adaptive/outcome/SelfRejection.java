package io.github.resilience4j.adaptive.outcome;

import java.time.Duration;

/**
 * Implemented by exceptions that mean "our own side said no": a key pool without a key, a full coalescer, a service's own
 * 503. Such a refusal tells nothing about the server, and asking again at once is pointless, so it is never retried, never
 * recorded by a breaker, never counted as a failure.
 *
 * <p>Yours to implement: a method without a default is added in a major version only.
 *
 * @since 0.1
 */
public interface SelfRejection {

    /**
     * When asking again makes sense, counted from the moment of the refusal.
     *
     * @return the time left, zero or more; {@link Duration#ZERO} if nothing is known
     */
    Duration retryAfter();
}
