package io.github.resilience4j.adaptive.ratelimiter;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** What a server enforces and tells nobody. Times are nanoseconds and never go back. */
abstract class HiddenLimit {

    /** Accepts a call and answers 0, or answers for how long it accepts none. */
    abstract long call(long now);

    /** A call that was accepted has been answered. */
    void answered() {}

    /** So many calls in windows that follow each other. */
    static HiddenLimit window(int calls, Duration window, Duration phase) {
        long length = window.toNanos();
        return new HiddenLimit() {
            private long current = -1;
            private int used;

            @Override
            long call(long now) {
                long number = (now + phase.toNanos()) / length;
                if (number != current) {
                    current = number;
                    used = 0;
                }
                return ++used <= calls ? 0 : (number + 1) * length - phase.toNanos() - now;
            }
        };
    }

    /** So many calls in any stretch of time as long as the window. */
    static HiddenLimit slidingWindow(int calls, Duration window) {
        Deque<Long> log = new ArrayDeque<>();
        return new HiddenLimit() {
            @Override
            long call(long now) {
                while (!log.isEmpty() && log.getFirst() <= now - window.toNanos()) {
                    log.removeFirst();
                }
                if (log.size() < calls) {
                    log.addLast(now);
                    return 0;
                }
                return log.getFirst() + window.toNanos() - now;
            }
        };
    }

    static HiddenLimit tokenBucket(double perSecond, double burst) {
        return new HiddenLimit() {
            private double tokens = burst;
            private long since;

            @Override
            long call(long now) {
                tokens = Math.min(burst, tokens + (now - since) * perSecond / 1e9);
                since = now;
                if (tokens < 1) {
                    return (long) Math.ceil((1 - tokens) / perSecond * 1e9);
                }
                tokens--;
                return 0;
            }
        };
    }

    static HiddenLimit inFlight(int calls) {
        return new HiddenLimit() {
            private int flying;

            @Override
            long call(long now) {
                if (flying >= calls) {
                    return 1;
                }
                flying++;
                return 0;
            }

            @Override
            void answered() {
                flying--;
            }
        };
    }

    /** One limit until a moment, another from then on. */
    static HiddenLimit changing(HiddenLimit first, Duration at, HiddenLimit second) {
        return new HiddenLimit() {
            @Override
            long call(long now) {
                return (now < at.toNanos() ? first : second).call(now);
            }
        };
    }

    /** Who goes over the limit is shut out for a time. */
    static HiddenLimit shuttingTheDoor(HiddenLimit limit, Duration length) {
        return new HiddenLimit() {
            private long end;

            @Override
            long call(long now) {
                if (now >= end && limit.call(now) > 0) {
                    end = now + length.toNanos();
                }
                return Math.max(0, end - now);
            }
        };
    }

    /** Somebody else uses the limit too, evenly, on and off. */
    static HiddenLimit sharedWith(double callsPerSecond, Duration onFor, HiddenLimit limit) {
        return new HiddenLimit() {
            private long next;

            @Override
            long call(long now) {
                for (; next <= now; next += (long) (1e9 / callsPerSecond)) {
                    if (next / onFor.toNanos() % 2 == 0) {
                        limit.call(next);
                    }
                }
                return limit.call(now);
            }
        };
    }
}
