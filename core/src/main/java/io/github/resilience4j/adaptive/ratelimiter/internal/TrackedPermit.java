package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.Sent;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A call that is known by its number, the epoch it left in and when. It holds on to its limiter, so that a limiter is
 * never collected while a call is out whose answer it must hear.
 */
final class TrackedPermit implements Permit {

    private static final int GIVEN_BACK = -1;

    private final LockFreeAdaptiveRateLimiter limiter;
    private final Lease lease;
    private final boolean background;
    private final Sent sent;
    private final long generation;
    private final int inFlight;
    private final long counts;
    private final AtomicInteger permits;
    private final AtomicBoolean answered = new AtomicBoolean();

    TrackedPermit(
            LockFreeAdaptiveRateLimiter limiter,
            Lease lease,
            int permits,
            boolean background,
            Sent sent,
            long generation,
            int inFlight,
            long counts) {
        this.limiter = limiter;
        this.lease = lease;
        this.permits = new AtomicInteger(permits);
        this.background = background;
        this.sent = sent;
        this.generation = generation;
        this.inFlight = inFlight;
        this.counts = counts;
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
            limiter.feedback().unsent(this, permits.getAndSet(GIVEN_BACK));
        }
    }

    @Override
    public void settle(int weight) {
        if (weight < 0) {
            throw new IllegalArgumentException("permits is " + weight + ", it must be 0 or more");
        }
        int before = permits.getAndUpdate(old -> old == GIVEN_BACK ? old : weight);
        if (before != GIVEN_BACK && before != weight) {
            limiter.weighed(this, weight - before);
        }
    }

    /** What the call weighs; only asked for calls that were sent. */
    int permits() {
        return permits.get();
    }

    Lease lease() {
        return lease;
    }

    boolean isBackground() {
        return background;
    }

    /** Where it is counted among the calls in flight. */
    long generation() {
        return generation;
    }

    /** Calls in flight when it left, itself included. */
    int inFlight() {
        return inFlight;
    }

    Sent sent() {
        return sent;
    }

    /** What had left beside it, for the evidence. */
    long counts() {
        return counts;
    }

    private boolean firstWord() {
        return answered.compareAndSet(false, true);
    }
}
