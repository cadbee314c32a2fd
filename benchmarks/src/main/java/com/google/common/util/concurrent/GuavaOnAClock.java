package com.google.common.util.concurrent;

import java.util.function.LongSupplier;
import org.jspecify.annotations.NullMarked;

/** Guava's limiter, unchanged, on a clock that is handed in. It stands in Guava's package because its clock is private to that. */
// Its limiter is marked as beta.
@SuppressWarnings("UnstableApiUsage")
@NullMarked
public final class GuavaOnAClock {

    private final RateLimiter limiter;

    /** Takes the limit in calls per second and the clock. */
    public GuavaOnAClock(double perSecond, LongSupplier nanoTime) {
        limiter = RateLimiter.create(perSecond, new RateLimiter.SleepingStopwatch() {
            @Override
            protected long readMicros() {
                return nanoTime.getAsLong() / 1000;
            }

            @Override
            protected void sleepMicrosUninterruptibly(long micros) {
                throw new IllegalStateException("asked to sleep " + micros + " µs, but turns are only reserved here");
            }
        });
    }

    /** Takes a permit, and answers the nanoseconds until it may be used: what {@code acquire} would sleep. */
    public long reserve() {
        return limiter.reserve(1) * 1000;
    }
}
