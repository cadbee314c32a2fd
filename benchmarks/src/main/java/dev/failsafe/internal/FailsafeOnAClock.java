package dev.failsafe.internal;

import dev.failsafe.RateLimiter;
import dev.failsafe.RateLimiterConfig;
import java.util.function.LongSupplier;
import org.jspecify.annotations.NullMarked;

/** Failsafe's limiter, unchanged, on a clock that is handed in. It stands in Failsafe's package because its clock is private to that. */
@NullMarked
public final class FailsafeOnAClock {

    private FailsafeOnAClock() {}

    /** Makes a limiter. */
    public static <R> RateLimiter<R> create(RateLimiterConfig<R> config, LongSupplier nanoTime) {
        long start = nanoTime.getAsLong();
        return new RateLimiterImpl<>(config, new RateLimiterStats.Stopwatch() {
            @Override
            long elapsedNanos() {
                return nanoTime.getAsLong() - start;
            }
        });
    }
}
