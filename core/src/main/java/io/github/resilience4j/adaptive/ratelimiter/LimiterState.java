package io.github.resilience4j.adaptive.ratelimiter;

import io.github.resilience4j.adaptive.budget.BudgetSettings;
import io.github.resilience4j.adaptive.budget.BudgetStanding;
import io.github.resilience4j.adaptive.budget.FailureStreak;
import io.github.resilience4j.adaptive.budget.Learned;
import io.github.resilience4j.adaptive.budget.Pauses;
import io.github.resilience4j.adaptive.budget.Regime;
import io.github.resilience4j.adaptive.budget.Unproved;
import io.github.resilience4j.adaptive.internal.SettingsCheck;
import io.github.resilience4j.adaptive.ratelimiter.internal.StateText;
import java.time.Duration;
import java.time.Instant;

/**
 * What a limiter must not forget over a restart: a stop with its reason, pauses, what was learned, failures in a row.
 * Immutable; what follows from it later are pure functions. {@link #toText} and {@link #parse} are for stores.
 *
 * <p>A pause is known by what was left of it and by the moment at which that was so, hence by its end too. Restored, it
 * ends at that end, but never lasts longer than what was left: a wall clock that was set back stretches nothing.
 *
 * @param limiter the name of the limiter
 * @param savedAt the moment of all that follows, on the wall clock
 * @param standing where the budget stood; durations count from that moment
 * @param failures failures in a row, 0 or more
 * @param failingFor nanoseconds since the first of them, 0 or more
 * @param permits in the bucket of a limiter that was closed, negative for a debt; NaN of one that may have gone on
 */
public record LimiterState(
        String limiter, Instant savedAt, BudgetStanding standing, int failures, long failingFor, double permits) {

    private static final Duration LONGEST = Duration.ofDays(36_525);

    /**
     * Checks what would do harm.
     *
     * @throws IllegalArgumentException naming the value and what is allowed
     */
    public LimiterState {
        SettingsCheck.present("limiter", limiter);
        SettingsCheck.present("savedAt", savedAt);
        SettingsCheck.present("standing", standing);
        SettingsCheck.check(standing.epoch() >= 0, "epoch", standing.epoch(), "0 or more");
        SettingsCheck.check(standing.lastPause() >= 0, "lastPause", standing.lastPause(), "0 or more");
        Learned learned = standing.learned();
        SettingsCheck.check(isUsable(learned), "learned", learned, "rates above 0 and counts of 0 or more");
        SettingsCheck.atLeast("failures", failures, 0);
        SettingsCheck.check(failingFor >= 0, "failingFor", failingFor, "0 or more");
        SettingsCheck.check(!Double.isInfinite(permits), "permits", permits, "finite, or NaN");
    }

    private static boolean isUsable(Learned learned) {
        boolean rates = learned.isNothing()
                ? Double.isNaN(learned.plateau())
                : isPositive(learned.startRate()) && isPositive(learned.plateau());
        return rates
                && isPositive(learned.quietSeconds())
                && learned.earlyHits() >= 0
                && isUsable(learned.unproved())
                && (learned.burst().isNothing() || isPositive(learned.burst().cut()))
                && Double.isFinite(learned.burst().grown())
                && learned.inFlight().cap() >= 0
                && isCount(learned.inFlight().grown())
                && learned.inFlight().suspicions() >= 0;
    }

    private static boolean isUsable(Unproved unproved) {
        return unproved.calls() >= 0 && isCount(unproved.seconds()) && isCount(unproved.waitedSeconds());
    }

    private static boolean isCount(double value) {
        return value >= 0 && value < Double.POSITIVE_INFINITY;
    }

    private static boolean isPositive(double value) {
        return value > 0 && value < Double.POSITIVE_INFINITY;
    }

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

    /**
     * The time that has passed since. A clock that stands before {@link #savedAt} was set back: then none has.
     *
     * @param now the moment on the wall clock
     * @return nanoseconds, 0 or more and at most a century
     */
    public long passedBy(Instant now) {
        Duration passed = Duration.between(savedAt, now);
        return passed.isNegative() ? 0 : (passed.compareTo(LONGEST) > 0 ? LONGEST : passed).toNanos();
    }

    /**
     * The failures in a row as they are now.
     *
     * @param wall the moment on the wall clock
     * @param now the same moment in nanoseconds of the limiter's clock
     * @return as if the limiter had gone on
     */
    public FailureStreak failuresAt(Instant wall, long now) {
        return failures == 0
                ? FailureStreak.NONE
                : new FailureStreak(failures, now - Math.min(failingFor, LONGEST.toNanos()) - passedBy(wall));
    }

    /**
     * What a limiter begins with now.
     *
     * @param settings what it is told now
     * @param tooManyFailures failures in a row that pause all calls; 0 if none do
     * @param failureSpan nanoseconds they must have gone on
     * @param wall the moment on the wall clock
     * @param now the same moment in nanoseconds of the limiter's clock
     * @return stopped, paused, with a probe to come or running: as if the limiter had gone on without a call
     */
    public Regime regimeAt(BudgetSettings settings, int tooManyFailures, long failureSpan, Instant wall, long now) {
        Regime restarted = standing.restarted(settings, passedBy(wall), permits, now);
        boolean unpaused = restarted.hold().pauses().failures() == Pauses.NEVER;
        return unpaused && failuresAt(wall, now).reaches(tooManyFailures, failureSpan, now)
                ? restarted.failing(now)
                : restarted;
    }

    /**
     * The state as text: readable by people, with a version and a checksum.
     *
     * @return lines of ASCII
     */
    public String toText() {
        return StateText.of(this);
    }

    /**
     * Reads what {@link #toText} wrote.
     *
     * @param text all of it
     * @return the state
     * @throws IllegalArgumentException if it is torn, changed or of another version, saying which
     */
    public static LimiterState parse(String text) {
        return StateText.parse(text);
    }
}
