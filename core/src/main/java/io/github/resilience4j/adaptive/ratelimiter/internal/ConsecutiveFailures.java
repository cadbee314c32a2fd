package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.FailureStreak;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/** The failures in a row, counted by many threads, and when they are too many. */
final class ConsecutiveFailures {

    private final AtomicReference<FailureStreak> streak;
    private final int most;
    private final long span;

    /** Takes those so far, how many are too many (0: never) and how many nanoseconds they must have gone on. */
    ConsecutiveFailures(FailureStreak before, int most, long span) {
        this.streak = new AtomicReference<>(before);
        this.most = most;
        this.span = span;
    }

    /** Counts one more; true if they are too many now. */
    boolean add(long now) {
        UnaryOperator<FailureStreak> longer = before -> before.longer(now);
        return streak.updateAndGet(longer).reaches(most, span, now);
    }

    /** False if there were none anyway. */
    boolean reset() {
        boolean some = count() > 0;
        if (some) {
            streak.set(FailureStreak.NONE);
        }
        return some;
    }

    FailureStreak streak() {
        return streak.getAcquire();
    }

    int count() {
        return streak().count();
    }
}
