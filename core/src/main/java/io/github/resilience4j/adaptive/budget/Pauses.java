package io.github.resilience4j.adaptive.budget;

import java.util.function.LongUnaryOperator;

/**
 * When each kind of pause ends, in nanoseconds of the limiter's clock. A pause only grows; kinds do not shorten each
 * other. They are kept until a probe has passed, so that what stopped the calls can still be told.
 *
 * @param retryAfter asked for by the server, with a time
 * @param throttled after a refusal that named no time
 * @param failures after too many failures in a row
 * @param manual asked for by a person
 * @since 0.1
 */
public record Pauses(long retryAfter, long throttled, long failures, long manual) {

    /** No pause of that kind. */
    public static final long NEVER = Long.MIN_VALUE;

    /** Until somebody resumes. */
    public static final long FOREVER = Long.MAX_VALUE;

    /** No pause at all. */
    public static final Pauses NONE = new Pauses(NEVER, NEVER, NEVER, NEVER);

    /** Why calls pause. */
    public enum Cause {
        /** Nothing pauses. */
        NONE,
        /** The server named a time. */
        RETRY_AFTER,
        /** The server refused and named no time. */
        THROTTLED,
        /** Too many failures in a row. */
        CONSECUTIVE_FAILURES,
        /** A person asked. */
        MANUAL
    }

    /**
     * The end of the pause that ends last.
     *
     * @return nanoseconds, {@link #NEVER} if there is none
     */
    public long end() {
        return Math.max(serverEnd(), Math.max(failures, manual));
    }

    /**
     * The cause of the pause that ends last.
     *
     * @return the cause, {@link Cause#NONE} without a pause
     */
    public Cause cause() {
        long end = end();
        if (end == NEVER) {
            return Cause.NONE;
        }
        if (end == retryAfter) {
            return Cause.RETRY_AFTER;
        }
        if (end == throttled) {
            return Cause.THROTTLED;
        }
        return end == failures ? Cause.CONSECUTIVE_FAILURES : Cause.MANUAL;
    }

    /** The pause after failures, which is a limiter's own even where all else is shared. */
    Pauses onlyAfterFailures() {
        return new Pauses(NEVER, NEVER, failures, NEVER);
    }

    long serverEnd() {
        return Math.max(retryAfter, throttled);
    }

    Pauses extended(Cause cause, long end) {
        LongUnaryOperator later = old -> Math.max(old, end);
        return switch (cause) {
            case NONE -> this;
            case RETRY_AFTER -> new Pauses(later.applyAsLong(retryAfter), throttled, failures, manual);
            case THROTTLED -> new Pauses(retryAfter, later.applyAsLong(throttled), failures, manual);
            case CONSECUTIVE_FAILURES -> new Pauses(retryAfter, throttled, later.applyAsLong(failures), manual);
            case MANUAL -> new Pauses(retryAfter, throttled, failures, later.applyAsLong(manual));
        };
    }

    /** The same pauses on a clock that shows so much more. */
    Pauses shifted(long by) {
        return new Pauses(shifted(retryAfter, by), shifted(throttled, by), shifted(failures, by), shifted(manual, by));
    }

    private static long shifted(long end, long by) {
        return end == NEVER || end == FOREVER ? end : moved(end, by);
    }

    /** A moment earlier or later; what does not fit is {@link #FOREVER} or the oldest that is not {@link #NEVER}. */
    static long moved(long moment, long by) {
        long to = moment + by;
        boolean overflown = ((moment ^ to) & (by ^ to)) < 0;
        return overflown ? (by > 0 ? FOREVER : NEVER + 1) : Math.max(NEVER + 1, to);
    }

    /** Whichever ends later of each kind. */
    Pauses or(Pauses other) {
        return new Pauses(
                Math.max(retryAfter, other.retryAfter),
                Math.max(throttled, other.throttled),
                Math.max(failures, other.failures),
                Math.max(manual, other.manual));
    }

    /**
     * Whichever ends later of each kind, where the others are told by who remembers them: they come out later by the time
     * that messages took, so what is hardly later is the same.
     */
    Pauses remindedOf(Pauses told) {
        return new Pauses(
                reminded(retryAfter, told.retryAfter),
                reminded(throttled, told.throttled),
                reminded(failures, told.failures),
                reminded(manual, told.manual));
    }

    private static long reminded(long known, long told) {
        return known == NEVER || told > after(known, SharedBudgetState.LEASE_NANOS) ? told : known;
    }

    /** What is left when a person resumes: the server's pauses, over by now. */
    Pauses resumed(long now) {
        return new Pauses(Math.min(retryAfter, now), Math.min(throttled, now), NEVER, NEVER);
    }

    /**
     * A moment some time later.
     *
     * @param now nanoseconds, 0 or more
     * @param pause nanoseconds, 0 or more
     * @return their sum, {@link #FOREVER} where it does not fit
     */
    public static long after(long now, long pause) {
        long end = now + pause;
        return end < now ? FOREVER : end;
    }
}
