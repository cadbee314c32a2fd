package io.github.resilience4j.adaptive.ratelimiter;

import io.github.resilience4j.adaptive.budget.BudgetStanding;
import io.github.resilience4j.adaptive.budget.Learned;
import io.github.resilience4j.adaptive.budget.Unproved;
import io.github.resilience4j.adaptive.internal.SettingsCheck;
import io.github.resilience4j.adaptive.ratelimiter.internal.StateText;
import java.time.Instant;

/**
 * What a limiter must not forget over a restart: a stop with its reason, pauses, what was learned, failures in a row.
 * Immutable. {@link #toText} and {@link #parse} are for stores.
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
 * @since 0.1
 */
public record LimiterState(
        String limiter, Instant savedAt, BudgetStanding standing, int failures, long failingFor, double permits) {

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
