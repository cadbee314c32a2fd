package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.BudgetSettings;
import io.github.resilience4j.adaptive.budget.BudgetStanding;
import io.github.resilience4j.adaptive.budget.FailureStreak;
import io.github.resilience4j.adaptive.budget.Pauses;
import io.github.resilience4j.adaptive.budget.Regime;
import io.github.resilience4j.adaptive.ratelimiter.LimiterState;
import java.time.Duration;
import java.time.Instant;

/** What a limiter saves, and what follows from it at any later moment: pure functions over {@link LimiterState}. */
public final class SavedState {

    private static final Duration LONGEST = Duration.ofDays(36_525);

    private SavedState() {}

    /**
     * Of a limiter at this moment.
     *
     * @param limiter its name
     * @param savedAt this moment on the wall clock
     * @param standing where its budget stands
     * @param streak its failures in a row
     * @param permits in its bucket if it is closed, else NaN
     * @param now this moment in nanoseconds of the limiter's clock
     * @return its state
     */
    public static LimiterState of(
            String limiter, Instant savedAt, BudgetStanding standing, FailureStreak streak, double permits, long now) {
        long failingFor = streak.count() == 0 ? 0 : Math.max(0, now - streak.since());
        return new LimiterState(limiter, savedAt, standing, streak.count(), failingFor, permits);
    }

    /** The failures in a row as they are now, as if the limiter had gone on. */
    static FailureStreak failuresAt(LimiterState saved, Instant wall, long now) {
        return saved.failures() == 0
                ? FailureStreak.NONE
                : new FailureStreak(
                        saved.failures(),
                        now - Math.min(saved.failingFor(), LONGEST.toNanos()) - passed(saved.savedAt(), wall));
    }

    /**
     * What a limiter begins with now.
     *
     * @param saved what it was
     * @param settings what it is told now
     * @param tooManyFailures failures in a row that pause all calls; 0 if none do
     * @param failureSpan nanoseconds they must have gone on
     * @param wall the moment on the wall clock
     * @param now the same moment in nanoseconds of the limiter's clock
     * @return stopped, paused, with a probe to come or running: as if the limiter had gone on without a call
     */
    public static Regime regimeAt(
            LimiterState saved,
            BudgetSettings settings,
            int tooManyFailures,
            long failureSpan,
            Instant wall,
            long now) {
        Regime restarted = saved.standing().restarted(settings, passed(saved.savedAt(), wall), saved.permits(), now);
        boolean unpaused = restarted.hold().pauses().failures() == Pauses.NEVER;
        return unpaused && failuresAt(saved, wall, now).reaches(tooManyFailures, failureSpan, now)
                ? restarted.failing(now)
                : restarted;
    }

    /** At most a century. A clock that stands before the moment it was saved was set back: then no time has passed. */
    private static long passed(Instant savedAt, Instant wall) {
        Duration passed = Duration.between(savedAt, wall);
        return passed.isNegative() ? 0 : (passed.compareTo(LONGEST) > 0 ? LONGEST : passed).toNanos();
    }
}
