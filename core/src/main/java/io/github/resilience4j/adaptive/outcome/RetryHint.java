package io.github.resilience4j.adaptive.outcome;

import java.time.Duration;
import java.util.Objects;

/**
 * How long a server asks to be left alone, and how we know.
 *
 * @param kind whether anything usable was there
 * @param delay how long to wait, counted from the moment the answer was received: never negative, rounded up to whole
 *     milliseconds, {@link Duration#ZERO} unless {@code kind} is {@link Kind#DELAY}, at most {@link #FOREVER}
 * @param source the field it was read from, for instance {@code "Retry-After"} or {@code "body retry_after"}; of the
 *     first unusable field if {@code kind} is {@link Kind#INVALID}; {@code ""} if none
 * @param raw the text that was read, cut to a length fit for a log line; {@code ""} if none
 * @since 0.1
 */
public record RetryHint(Kind kind, Duration delay, String source, String raw) {

    /** Whether a hint was there. */
    public enum Kind {
        /** The server asked for nothing. */
        NONE,
        /** Something was there, none of it usable: for instance {@code Retry-After: soon}. */
        INVALID,
        /** The server asked for a wait, possibly of zero. */
        DELAY
    }

    /** "Never come back": about 292 years, the longest wait that fits a long of nanoseconds. Longer ones are cut to it. */
    public static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

    private static final RetryHint NOTHING = new RetryHint(Kind.NONE, Duration.ZERO, "", "");

    /**
     * Checks the fields against each other.
     *
     * @param kind whether anything usable was there
     * @param delay how long to wait
     * @param source the field it was read from
     * @param raw the text that was read
     * @throws IllegalArgumentException if the delay is negative, or not zero although the kind is not DELAY
     * @throws NullPointerException if a field is null
     */
    public RetryHint {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(delay, "delay");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(raw, "raw");
        if (delay.isNegative()) {
            throw new IllegalArgumentException("delay is " + delay + ", it must be zero or more");
        }
        if (kind != Kind.DELAY && !delay.isZero()) {
            throw new IllegalArgumentException("delay is " + delay + ", it must be zero when kind is " + kind);
        }
        if (delay.compareTo(FOREVER) > 0) {
            delay = FOREVER;
        }
    }

    /**
     * The server asked for nothing.
     *
     * @return the hint, of kind NONE
     */
    public static RetryHint none() {
        return NOTHING;
    }

    /**
     * Something was there and could not be used.
     *
     * @param source the field
     * @param raw its text
     * @return the hint, of kind INVALID
     */
    public static RetryHint invalid(String source, String raw) {
        return new RetryHint(Kind.INVALID, Duration.ZERO, source, raw);
    }

    /**
     * The server asked for a wait.
     *
     * @param delay how long, zero or more; cut to {@link #FOREVER}
     * @param source the field
     * @param raw its text
     * @return the hint, of kind DELAY
     * @throws IllegalArgumentException if the delay is negative
     */
    public static RetryHint delay(Duration delay, String source, String raw) {
        return new RetryHint(Kind.DELAY, delay, source, raw);
    }

    /**
     * Whether the server asked for a wait, be it of zero.
     *
     * @return true if the kind is DELAY
     */
    public boolean isDelay() {
        return kind == Kind.DELAY;
    }
}
