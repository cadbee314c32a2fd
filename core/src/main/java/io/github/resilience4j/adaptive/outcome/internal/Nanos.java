package io.github.resilience4j.adaptive.outcome.internal;

import java.time.Duration;
import java.time.Instant;

/** Waits as nanoseconds that are never negative and stop at {@link Long#MAX_VALUE}, which is "forever". */
final class Nanos {

    static final long PER_MICRO = 1_000;
    static final long PER_MILLI = 1_000_000;
    static final long PER_SECOND = 1_000_000_000;
    static final long PER_MINUTE = 60 * PER_SECOND;
    static final long PER_HOUR = 60 * PER_MINUTE;
    static final long PER_DAY = 24 * PER_HOUR;
    static final long FOREVER = Long.MAX_VALUE;

    private Nanos() {}

    static long plus(long a, long b) {
        return a > FOREVER - b ? FOREVER : a + b;
    }

    static long times(long a, long b) {
        return b != 0 && a > FOREVER / b ? FOREVER : a * b;
    }

    /** From one instant to another; zero if that has gone by. */
    static long between(Instant from, Instant to) {
        long seconds = Math.subtractExact(to.getEpochSecond(), from.getEpochSecond());
        int nanos = to.getNano() - from.getNano();
        if (seconds < 0 || (seconds == 0 && nanos <= 0)) {
            return 0;
        }
        // 292 years; one second of room for the nanos, which may be negative.
        return seconds >= FOREVER / PER_SECOND ? FOREVER : seconds * PER_SECOND + nanos;
    }

    /** Rounded up to whole milliseconds: a wait is never early. */
    static Duration toDuration(long nanos) {
        if (nanos > FOREVER - PER_MILLI) {
            return Duration.ofNanos(FOREVER);
        }
        return Duration.ofMillis((nanos + PER_MILLI - 1) / PER_MILLI);
    }
}
