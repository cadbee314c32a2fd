package io.github.resilience4j.adaptive.budget;

/**
 * What refusals have taught. Rates are permits per second.
 *
 * @param startRate the rate right after the last cut; NaN before the first
 * @param plateau the rate believed to be safe; NaN before the first cut
 * @param quietSeconds how long that belief is trusted before looking above it
 * @param earlyHits refusals at or below the plateau since the last one above it
 * @param unproved what the last refusal was told about, until a probe has passed
 * @param burst how many at once
 * @param inFlight how many in flight
 * @since 0.1
 */
public record Learned(
        double startRate,
        double plateau,
        double quietSeconds,
        int earlyHits,
        Unproved unproved,
        LearnedBurst burst,
        LearnedInFlight inFlight) {

    /** Before the first refusal. */
    public static final Learned NOTHING = new Learned(Double.NaN, Double.NaN, 120, 0);

    private static final double SHORTEST_QUIET = 120;
    private static final double LONGEST_QUIET = 490;
    private static final double MUCH_TO_GAIN = 5;
    private static final double LONGER_WHERE_LITTLE_TO_GAIN = 3;
    private static final double LONGEST_QUIET_WHERE_MISTAKES_COST = 1800;
    private static final double SAFETY = 0.97;
    private static final double SAME = 0.001;
    private static final double NEAR = 0.2;
    private static final double VERY_NEAR = 0.07;
    private static final double STEP_DOWN = 0.04;
    private static final int MOST_HITS = 1000;
    private static final double SECONDS_TO_JUDGE = 60;

    /**
     * What was learned of the rate alone.
     *
     * @param startRate the rate right after the last cut; NaN before the first
     * @param plateau the rate believed to be safe; NaN before the first cut
     * @param quietSeconds how long that belief is trusted before looking above it
     * @param earlyHits refusals at or below the plateau since the last one above it
     */
    public Learned(double startRate, double plateau, double quietSeconds, int earlyHits) {
        this(
                startRate,
                plateau,
                quietSeconds,
                earlyHits,
                Unproved.NOTHING,
                LearnedBurst.NOTHING,
                LearnedInFlight.NOTHING);
    }

    /**
     * Whether no server has refused yet.
     *
     * @return true before the first cut
     */
    public boolean isNothing() {
        return Double.isNaN(startRate);
    }

    /** One congestion event, on the axis that was hit; the others keep what they have and go on growing. */
    Learned after(Refusal refusal, BudgetSettings settings) {
        double seconds = refusal.secondsSinceRecovery();
        double kept = isNothing() ? refusal.rate() : plateau;
        LearnedBurst burstNow = burst.carriedOver(seconds, settings);
        LearnedInFlight inFlightNow = inFlight.carriedOver(seconds, settings);
        if (!isNothing() || seconds >= SECONDS_TO_JUDGE) {
            if (inFlightNow.isToBlame(refusal)) {
                return believing(Math.max(kept, refusal.rate()), quietSeconds, earlyHits, refusal, settings)
                        .with(burstNow, inFlightNow.after(refusal));
            }
            if (burst.isToBlame(refusal, kept, seconds, settings)) {
                return believing(kept, quietSeconds, earlyHits, refusal, settings)
                        .with(burst.after(refusal, kept, seconds, settings), inFlightNow);
            }
        }
        return rateAfter(refusal, settings).with(burstNow, inFlightNow.suspecting(refusal));
    }

    /** One congestion event on another axis than those that are known here. */
    Learned afterElsewhere(Refusal refusal, BudgetSettings settings) {
        double seconds = refusal.secondsSinceRecovery();
        return believing(isNothing() ? refusal.rate() : plateau, quietSeconds, earlyHits, refusal, settings)
                .with(burst.carriedOver(seconds, settings), inFlight.carriedOver(seconds, settings));
    }

    /** How many per time. */
    private Learned rateAfter(Refusal refusal, BudgetSettings settings) {
        double rate = refusal.rate();
        double window = refusal.acceptedRateOverWindow();
        if (isNothing()) {
            return believing(SAFETY * between(rate / 2, window, rate), SHORTEST_QUIET, 0, refusal, settings);
        }
        return rate > plateau * (1 + SAME)
                ? foundAbove(between(plateau, refusal.acceptedRateNearTheLimit(), rate), refusal, settings)
                : foundBelow(between(rate / 2, window, plateau), refusal, settings);
    }

    /** The look above the plateau met the limit: the plateau was right or too low. */
    private Learned foundAbove(double limit, Refusal refusal, BudgetSettings settings) {
        double off = Math.abs(limit / plateau - 1);
        double longer = quietSeconds * (off < VERY_NEAR ? 6 : 2);
        double quiet = off < NEAR ? Math.min(longestQuiet(SAFETY * limit, settings), longer) : SHORTEST_QUIET;
        return believing(SAFETY * limit, quiet, 0, refusal, settings);
    }

    /** Who believes in a fifth of the ceiling or less has much to gain by looking; nearer to it there is less to find. */
    private static double longestQuiet(double safe, BudgetSettings settings) {
        double gain = MUCH_TO_GAIN * safe / settings.ceiling();
        return LONGEST_QUIET * between(1, gain, LONGER_WHERE_LITTLE_TO_GAIN);
    }

    /** Refused at a rate believed to be safe: the plateau was too high, the more surely the more often. */
    private Learned foundBelow(double window, Refusal refusal, BudgetSettings settings) {
        int hits = Math.min(earlyHits + 1, MOST_HITS);
        double factor = Math.max(0.5, 1 - STEP_DOWN * Math.pow(2, hits - 1));
        double quiet = hits > 1 ? SHORTEST_QUIET : quietSeconds;
        return believing(Math.min(plateau * factor, SAFETY * window), quiet, hits, refusal, settings);
    }

    private Learned believing(double safe, double quiet, int hits, Refusal refusal, BudgetSettings settings) {
        double believed = settings.clamp(safe);
        double start = Math.max(settings.floor(), Math.min(refusal.rate() * settings.decreaseFactor(), believed));
        double longer = Math.max(quiet, refusal.quietSecondsAt(believed));
        return new Learned(
                start,
                believed,
                Math.min(LONGEST_QUIET_WHERE_MISTAKES_COST, longer),
                hits,
                Unproved.of(refusal.accepted()),
                burst,
                inFlight);
    }

    /** Nothing about where the limit is. */
    static Learned onlyThatLessIsBetter(Refusal refusal, BudgetSettings settings) {
        double start = settings.clamp(refusal.rate() * settings.decreaseFactor());
        return new Learned(start, settings.ceiling(), SHORTEST_QUIET, 0);
    }

    /** A probe was refused: the pause before it was too short. */
    Learned refuted(double pauseSeconds, double nextPauseSeconds) {
        return unproved.isNothing() ? this : with(unproved.refuted(pauseSeconds, nextPauseSeconds));
    }

    /** A probe failed for another reason than the limit. */
    Learned disturbed() {
        return with(Unproved.NOTHING);
    }

    /**
     * A probe has passed. If others were refused before, the window was longer than the refusal had said, and less was taken
     * in it than had been believed.
     */
    Learned proved(double lastPauseSeconds, BudgetSettings settings) {
        if (!unproved.isRefuted()) {
            return disturbed();
        }
        double safe = SAFETY * unproved.acceptedRate(lastPauseSeconds);
        double believed = settings.clamp(between(plateau / 4, safe, plateau));
        return new Learned(
                Math.min(startRate, believed), believed, quietSeconds, earlyHits, Unproved.NOTHING, burst, inFlight);
    }

    private static double between(double least, double rate, double most) {
        return Math.max(least, Math.min(rate, most));
    }

    /** The same with rates that the settings allow. */
    Learned within(BudgetSettings settings) {
        return new Learned(
                settings.clamp(startRate), settings.clamp(plateau), quietSeconds, earlyHits, unproved, burst, inFlight);
    }

    private Learned with(Unproved other) {
        return new Learned(startRate, plateau, quietSeconds, earlyHits, other, burst, inFlight);
    }

    private Learned with(LearnedBurst otherBurst, LearnedInFlight otherInFlight) {
        return new Learned(startRate, plateau, quietSeconds, earlyHits, unproved, otherBurst, otherInFlight);
    }

    /**
     * The same, but for how many in flight: what one member of a shared budget has learned for itself.
     *
     * @param own how many in flight
     * @return with that
     */
    public Learned withInFlight(LearnedInFlight own) {
        return with(burst, own);
    }
}
