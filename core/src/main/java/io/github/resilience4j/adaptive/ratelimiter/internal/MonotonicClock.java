package io.github.resilience4j.adaptive.ratelimiter.internal;

import java.util.function.LongSupplier;

/** Nanoseconds since the limiter was made, never negative. */
final class MonotonicClock {

    private final LongSupplier nanoTime;
    private final long start;

    MonotonicClock(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
    }

    long now() {
        return Math.max(0, nanoTime.getAsLong() - start);
    }
}
