package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.FailureStreak;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/** The failures in a row, counted by many threads, and when they are too many. */
final class ConsecutiveFailures {

    private final AtomicReference<FailureStreak> streak = new AtomicReference<>(FailureStreak.NONE);
    private final int most;
    private final long span;

    /** Takes how many are too many (0: never) and how many nanoseconds they must have gone on. */
    ConsecutiveFailures(int most, long span) {
        this.most = most;
        this.span = span;
    }

    /** Counts one more; true if they are too many now. */
    boolean add(long now) {
        UnaryOperator<FailureStreak> longer = before -> before.longer(now);
        return streak.updateAndGet(longer).reaches(most, span, now);
    }

    void reset() {
        if (count() > 0) {
            streak.set(FailureStreak.NONE);
        }
    }

    int count() {
        return streak.getAcquire().count();
    }
}
