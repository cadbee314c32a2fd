package io.github.resilience4j.adaptive.outcome.internal;

import java.time.Instant;

/** What a bare number in a field means. A large one is a moment since 1970: nobody asks for a wait of 30 years. */
enum NumberRule {

    /** Seconds, as in {@code Retry-After}, where a number too large for a moment in milliseconds means "never". */
    RETRY_AFTER,

    /** Seconds, as in {@code X-RateLimit-Reset}, whose moments come in microseconds and nanoseconds too. */
    RESET,

    /** Milliseconds, as in {@code retry-after-ms}: a thousand million of them are twelve days, so moments begin higher. */
    MILLIS;

    private static final long EPOCH_SECONDS = 1_000_000_000L;
    private static final long EPOCH_MILLIS = 100_000_000_000L;
    private static final long EPOCH_MICROS = 100_000_000_000_000L;
    private static final long EPOCH_NANOS = 100_000_000_000_000_000L;

    /** The wait in nanoseconds, never negative. */
    long nanos(Decimal number, Instant reference) {
        long whole = number.whole();
        if (isSpan(number)) {
            return number.times(this == MILLIS ? Nanos.PER_MILLI : Nanos.PER_SECOND);
        }
        if ((whole >= EPOCH_MICROS && this == RETRY_AFTER) || whole == Decimal.LARGEST) {
            return Nanos.FOREVER;
        }
        if (whole >= EPOCH_NANOS) {
            return Nanos.between(reference, moment(number, Nanos.PER_SECOND));
        }
        if (whole >= EPOCH_MICROS) {
            return Nanos.between(reference, moment(number, 1_000_000));
        }
        return Nanos.between(reference, moment(number, whole >= EPOCH_MILLIS ? 1_000 : 1));
    }

    boolean isSpan(Decimal number) {
        return number.whole() < (this == MILLIS ? EPOCH_MILLIS : EPOCH_SECONDS);
    }

    private static Instant moment(Decimal number, long perSecond) {
        long rest = number.whole() % perSecond;
        long nanosPerUnit = Nanos.PER_SECOND / perSecond;
        return Instant.ofEpochSecond(number.whole() / perSecond, new Decimal(rest, number.nanos()).times(nanosPerUnit));
    }
}
