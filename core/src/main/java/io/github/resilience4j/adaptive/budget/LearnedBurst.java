package io.github.resilience4j.adaptive.budget;

/**
 * What refusals have taught about "how many at once". After a cut the burst comes back in steps, as a function of nothing
 * but the time since the pause ended; where a mistake costs much, after a time in which nothing is tried.
 *
 * @param cut permits at once right after the last cut; NaN if there was none
 * @param grown how much of the way back was gone before the present recovery began, up to 1; below 0, that much
 *     quiet time comes first
 * @since 0.1
 */
public record LearnedBurst(double cut, double grown) {

    /** No server minded how many came at once. */
    public static final LearnedBurst NOTHING = new LearnedBurst(Double.NaN, 0);

    private static final double RECOVERIES_TO_GROW = 12;
    private static final double STEPS = 24;
    private static final int FEWEST_TO_BLAME = 3;
    private static final double WELL_BELOW = 0.9;

    /**
     * Whether no server minded yet.
     *
     * @return true before the first cut
     */
    public boolean isNothing() {
        return Double.isNaN(cut);
    }

    /** Whether it was how many came at once: far more than the rate explains, while the rate was kept. */
    boolean isToBlame(Refusal refusal, double plateau, double seconds, BudgetSettings settings) {
        int sent = refusal.load().justSent();
        return sent >= Math.max(FEWEST_TO_BLAME, 2 * refusal.rate() + 1)
                && inForce(seconds, settings) > settings.leastBurst()
                && refusal.acceptedRateWithQuietTime() <= WELL_BELOW * plateau;
    }

    /** Half of what was too many, the longer the more that cost at the rate that is kept. */
    LearnedBurst after(Refusal refusal, double plateau, double seconds, BudgetSettings settings) {
        double tooMany = Math.min(inForce(seconds, settings), refusal.load().justSent());
        double quiet = refusal.quietSecondsAt(settings.clamp(plateau)) / secondsToGrow(settings);
        return new LearnedBurst(Math.max(settings.leastBurst(), tooMany / 2), 0 - quiet);
    }

    /** The burst in force, so many seconds after the recovery began. */
    double inForce(double seconds, BudgetSettings settings) {
        double most = settings.burst();
        if (isNothing()) {
            return most;
        }
        double steps = stepsAt(seconds, settings) / STEPS;
        return steps >= 1 ? most : Math.min(most, cut + (settings.maxBurst() - cut) * steps);
    }

    /** When it will be more than it is, in seconds after the recovery began; infinite if it never will. */
    double nextStepAfter(double seconds, BudgetSettings settings) {
        double steps = isNothing() ? STEPS : stepsAt(seconds, settings);
        return steps >= STEPS ? Double.POSITIVE_INFINITY : ((steps + 1) / STEPS - grown) * secondsToGrow(settings);
    }

    /** The same at another moment from which its growth is counted. */
    LearnedBurst carriedOver(double seconds, BudgetSettings settings) {
        double sofar = grownAt(seconds, settings);
        return isNothing() || sofar >= 1 ? NOTHING : new LearnedBurst(cut, sofar);
    }

    private double stepsAt(double seconds, BudgetSettings settings) {
        return Math.max(0, Math.floor(STEPS * grownAt(seconds, settings)));
    }

    private double grownAt(double seconds, BudgetSettings settings) {
        return grown + Math.max(0, seconds) / secondsToGrow(settings);
    }

    private static double secondsToGrow(BudgetSettings settings) {
        return RECOVERIES_TO_GROW * settings.recoverySeconds();
    }
}
