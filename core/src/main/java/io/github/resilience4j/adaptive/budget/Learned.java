package io.github.resilience4j.adaptive.budget;

/**
 * What refusals have taught. Rates are permits per second.
 *
 * @param startRate the rate right after the last cut; NaN before the first
 * @param plateau the rate believed to be safe; NaN before the first cut
 * @param quietSeconds how long that belief is trusted before looking above it
 * @param earlyHits refusals at or below the plateau since the last one above it
 */
public record Learned(double startRate, double plateau, double quietSeconds, int earlyHits) {

    /** Before the first refusal. */
    public static final Learned NOTHING = new Learned(Double.NaN, Double.NaN, 120, 0);

    private static final double SHORTEST_QUIET = 120;
    private static final double LONGEST_QUIET = 600;
    private static final double LONGEST_QUIET_WHERE_MISTAKES_COST = 1800;
    private static final double QUIET_PER_SECOND_LOST = 20;
    private static final double SAFETY = 0.97;
    private static final double SAME = 0.001;
    private static final double NEAR = 0.2;
    private static final int MOST_HITS = 1000;

    /**
     * Whether no server has refused yet.
     *
     * @return true before the first cut
     */
    public boolean isNothing() {
        return Double.isNaN(startRate);
    }

    /** One congestion event, seen on the axis "how many per time". */
    Learned after(Refusal refusal, BudgetSettings settings) {
        double rate = refusal.rate();
        double window = refusal.acceptedRateOverWindow();
        Learned next;
        if (isNothing()) {
            next = new Learned(rate, SAFETY * between(rate / 2, window, rate), SHORTEST_QUIET, 0);
        } else if (rate > plateau * (1 + SAME)) {
            next = foundAbove(between(plateau, window, rate));
        } else {
            next = foundBelow(between(rate / 2, window, plateau));
        }
        double believed = settings.clamp(next.plateau);
        double start = Math.max(settings.floor(), Math.min(rate * settings.decreaseFactor(), believed));
        double quiet = Math.min(
                LONGEST_QUIET_WHERE_MISTAKES_COST,
                Math.max(next.quietSeconds, QUIET_PER_SECOND_LOST * refusal.secondsLostAt(believed)));
        return new Learned(start, believed, quiet, next.earlyHits);
    }

    /** Nothing about where the limit is. */
    static Learned onlyThatLessIsBetter(Refusal refusal, BudgetSettings settings) {
        double start = settings.clamp(refusal.rate() * settings.decreaseFactor());
        return new Learned(start, settings.ceiling(), SHORTEST_QUIET, 0);
    }

    /** The look above the plateau met the limit: the plateau was right or too low. */
    private Learned foundAbove(double limit) {
        boolean confirmed = Math.abs(limit / plateau - 1) < NEAR;
        double quiet = confirmed ? Math.min(LONGEST_QUIET, 2 * quietSeconds) : SHORTEST_QUIET;
        return new Learned(startRate, SAFETY * limit, quiet, 0);
    }

    /** Refused at a rate believed to be safe: the plateau was too high, the more surely the more often. */
    private Learned foundBelow(double window) {
        int hits = Math.min(earlyHits + 1, MOST_HITS);
        double factor = Math.max(0.5, 1 - 0.08 * Math.pow(2, hits - 1));
        return new Learned(
                startRate, Math.min(plateau * factor, SAFETY * window), hits > 1 ? SHORTEST_QUIET : quietSeconds, hits);
    }

    private static double between(double least, double rate, double most) {
        return Math.max(least, Math.min(rate, most));
    }

    Learned within(BudgetSettings settings) {
        return isNothing()
                ? this
                : new Learned(settings.clamp(startRate), settings.clamp(plateau), quietSeconds, earlyHits);
    }
}
