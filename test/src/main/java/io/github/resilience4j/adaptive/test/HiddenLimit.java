package io.github.resilience4j.adaptive.test;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A limit that an API keeps and does not tell. Pure arithmetic on the times it is given; not safe for many threads: a
 * {@link StubUpstream} asks one call at a time.
 *
 * <p>Yours to implement: a method without a default is added in a major version only.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface HiddenLimit {

    /**
     * A call has come.
     *
     * @param nanos when, in nanoseconds from any beginning, never going back
     * @return zero: it is served. More: it is refused, and in that much time the next one would be served
     */
    Duration waitOf(long nanos);

    /**
     * The call before has been answered, for limits of calls in flight.
     */
    default void answered() {}

    /**
     * No limit.
     *
     * @return a limit that serves all
     */
    static HiddenLimit none() {
        return nanos -> Duration.ZERO;
    }

    /**
     * So many calls in each window; the first begins with the first call. Refused calls do not count.
     *
     * @param calls 1 or more
     * @param window above zero, up to 36500 days
     * @return the limit
     * @throws IllegalArgumentException if there is no such limit
     */
    static HiddenLimit fixedWindow(int calls, Duration window) {
        check(calls, window);
        return new HiddenLimit() {
            private long ends = Long.MIN_VALUE;
            private int taken;

            @Override
            public Duration waitOf(long nanos) {
                if (ends == Long.MIN_VALUE || nanos - ends >= 0) {
                    long begun = ends == Long.MIN_VALUE ? nanos : nanos - (nanos - ends) % window.toNanos();
                    ends = begun + window.toNanos();
                    taken = 0;
                }
                if (taken == calls) {
                    return Duration.ofNanos(ends - nanos);
                }
                taken++;
                return Duration.ZERO;
            }
        };
    }

    /**
     * So many calls in any window, wherever it begins. Refused calls do not count.
     *
     * @param calls 1 or more
     * @param window above zero, up to 36500 days
     * @return the limit
     * @throws IllegalArgumentException if there is no such limit
     */
    static HiddenLimit slidingWindow(int calls, Duration window) {
        check(calls, window);
        Deque<Long> lately = new ArrayDeque<>();
        return nanos -> {
            while (!lately.isEmpty() && nanos - lately.getFirst() >= window.toNanos()) {
                lately.removeFirst();
            }
            if (lately.size() == calls) {
                return Duration.ofNanos(lately.getFirst() + window.toNanos() - nanos);
            }
            lately.addLast(nanos);
            return Duration.ZERO;
        };
    }

    /**
     * A bucket of tokens, full at first.
     *
     * @param perSecond how many tokens come in a second, 1e-6 to 1e9
     * @param burst how many it holds, 1 or more; what comes in 1e9 seconds at most
     * @return the limit
     * @throws IllegalArgumentException if there is no such limit
     */
    static HiddenLimit tokenBucket(double perSecond, int burst) {
        if (!(perSecond >= 1e-6 && perSecond <= 1e9)) {
            throw new IllegalArgumentException("perSecond must be 1e-6 to 1e9; it is " + perSecond);
        }
        check(burst, Duration.ofSeconds(1));
        if (burst / perSecond > 1e9) {
            throw new IllegalArgumentException("burst must be what comes in 1e9 seconds at most; it is " + burst
                    + " at " + perSecond + " a second");
        }
        long interval = Math.max(1, Math.round(1e9 / perSecond));
        return new HiddenLimit() {
            private boolean begun;
            private long full;

            /** By the moment at which the bucket would be full (the generic cell rate algorithm of ITU-T I.371). */
            @Override
            public Duration waitOf(long nanos) {
                if (!begun || nanos - full > 0) {
                    begun = true;
                    full = nanos;
                }
                long wait = full + interval - (long) burst * interval - nanos;
                if (wait > 0) {
                    return Duration.ofNanos(wait);
                }
                full += interval;
                return Duration.ZERO;
            }
        };
    }

    /**
     * So many calls at the same time. How long to wait is not known; it says a second.
     *
     * @param calls 1 or more
     * @return the limit
     * @throws IllegalArgumentException if there is no such limit
     */
    static HiddenLimit inFlight(int calls) {
        check(calls, Duration.ofSeconds(1));
        return new HiddenLimit() {
            private int inFlight;

            @Override
            public Duration waitOf(long nanos) {
                if (inFlight == calls) {
                    return Duration.ofSeconds(1);
                }
                inFlight++;
                return Duration.ZERO;
            }

            @Override
            public void answered() {
                inFlight--;
            }
        };
    }

    /**
     * This limit, but who is refused is shut out for a while, and each call meanwhile begins it anew.
     *
     * @param length how long, above zero, up to 36500 days
     * @return the limit
     * @throws IllegalArgumentException if there is no such length
     */
    default HiddenLimit banning(Duration length) {
        check(1, length);
        HiddenLimit limit = this;
        return new HiddenLimit() {
            private boolean banned;
            private long until;

            @Override
            public Duration waitOf(long nanos) {
                if (banned && nanos - until >= 0) {
                    banned = false;
                }
                if (banned || !limit.waitOf(nanos).isZero()) {
                    banned = true;
                    until = nanos + length.toNanos();
                    return length;
                }
                return Duration.ZERO;
            }

            @Override
            public void answered() {
                limit.answered();
            }
        };
    }

    private static void check(int calls, Duration window) {
        if (calls < 1) {
            throw new IllegalArgumentException("The number of calls must be 1 or more; it is " + calls);
        }
        if (window == null || window.isNegative() || window.isZero() || window.toDays() > 36_500) {
            throw new IllegalArgumentException("The time must be above zero and up to 36500 days; it is " + window);
        }
    }
}
