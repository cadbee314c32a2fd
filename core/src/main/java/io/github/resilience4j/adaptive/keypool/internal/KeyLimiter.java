package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Snapshot;
import io.github.resilience4j.ratelimiter.RateLimiter;
import java.util.concurrent.atomic.AtomicInteger;

/** The limiter of a key, or of all keys of a group, and when it is likely to let a call leave. */
final class KeyLimiter {

    /** While a probe is out nobody knows. */
    private static final long PROBE_OUT = 1_000_000;

    final AdaptiveRateLimiter limiter;
    final AtomicInteger inFlight = new AtomicInteger();
    private final RateLimiter.Metrics metrics;
    private final double period;

    KeyLimiter(AdaptiveRateLimiter limiter) {
        this.limiter = limiter;
        this.metrics = limiter.getMetrics();
        this.period = limiter.getRateLimiterConfig().getLimitRefreshPeriod().toNanos();
    }

    /** 0: now. A guess, for the order of keys; the limiter has the last word. Takes nothing. */
    long nanosToPermit() {
        int available = metrics.getAvailablePermissions();
        return available >= 1 ? 0 : guess(available);
    }

    /** The same for who was turned away: a limiter that was stopped or paused by hand has its permits all the same. */
    long nanosUntilOpen() {
        return guess(metrics.getAvailablePermissions());
    }

    private long guess(int available) {
        Snapshot now = limiter.snapshot();
        return switch (now.state()) {
            case STOPPED -> Long.MAX_VALUE;
            case PAUSED -> Math.max(1, now.pauseRemaining().toNanos());
            case PROBING -> inFlight.get() == 0 ? 0 : PROBE_OUT;
            case RUNNING -> {
                if (available >= 1) {
                    yield 0;
                }
                double perPermit = period / now.limitForPeriod();
                yield Math.max(1, (long) (perPermit * (now.waiting() - (double) Math.min(0, available) + 0.5)));
            }
        };
    }
}
