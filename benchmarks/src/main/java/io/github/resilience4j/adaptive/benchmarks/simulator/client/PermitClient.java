package io.github.resilience4j.adaptive.benchmarks.simulator.client;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Snapshot;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The adaptive limiter with permits: each answer says whose it is. */
final class PermitClient implements Client {

    private static final long SHORTEST_WAIT = 1_000_000;

    private final AdaptiveRateLimiter limiter;
    private final LongSupplier nanoTime;
    private long lastLeft;

    PermitClient(AdaptiveRateLimiter limiter, LongSupplier nanoTime) {
        this.limiter = limiter;
        this.nanoTime = nanoTime;
    }

    @Override
    public @Nullable Call tryLeave() {
        Permit permit = limiter.tryAcquire(1).orElse(null);
        if (permit == null) {
            return null;
        }
        lastLeft = nanoTime.getAsLong();
        return permit::onResult;
    }

    /** Nobody tells, so it asks ever more often: each time when half of what the limit lets one expect has gone by. */
    @Override
    public long askAgainIn() {
        Snapshot snapshot = limiter.snapshot();
        long pause = snapshot.pauseRemaining().toNanos();
        if (pause > 0) {
            return pause;
        }
        double interval = 60e9 / snapshot.limitForPeriod();
        double left = interval - (nanoTime.getAsLong() - lastLeft);
        return Math.max(SHORTEST_WAIT, (long) (left / 2));
    }

    @Override
    public double perSecond() {
        return limiter.snapshot().limitForPeriod() / 60;
    }

    @Override
    public long cuts() {
        return limiter.snapshot().congestionEvents();
    }
}
