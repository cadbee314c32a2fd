package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.Sent;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A call that is known by its number, the epoch it left in and when. It holds on to its limiter, so that a limiter is
 * never collected while a call is out whose answer it must hear.
 */
final class TrackedPermit implements Permit {

    private final LockFreeAdaptiveRateLimiter limiter;
    private final Lease lease;
    private final int permits;
    private final boolean background;
    private final Sent sent;
    private final AtomicBoolean answered = new AtomicBoolean();

    TrackedPermit(LockFreeAdaptiveRateLimiter limiter, Lease lease, int permits, boolean background, Sent sent) {
        this.limiter = limiter;
        this.lease = lease;
        this.permits = permits;
        this.background = background;
        this.sent = sent;
    }

    @Override
    public void onResult(@Nullable Object result) {
        if (firstWord()) {
            if (result instanceof CompletionStage<?> stage) {
                stage.whenComplete((value, error) -> limiter.feedback().answered(this, value, error));
            } else {
                limiter.feedback().answered(this, result, null);
            }
        }
    }

    @Override
    public void onError(Throwable error) {
        Objects.requireNonNull(error, "error");
        if (firstWord()) {
            limiter.feedback().answered(this, null, error);
        }
    }

    @Override
    public void release() {
        if (firstWord()) {
            limiter.feedback().unsent(this);
        }
    }

    int permits() {
        return permits;
    }

    Lease lease() {
        return lease;
    }

    boolean isBackground() {
        return background;
    }

    Sent sent() {
        return sent;
    }

    private boolean firstWord() {
        return answered.compareAndSet(false, true);
    }
}
