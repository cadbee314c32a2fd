package io.github.resilience4j.adaptive.budget;

/**
 * What refusals have taught about "how many in flight". The cap grows by one call at a time, as a function of nothing but
 * the time since the pause ended. Each limiter learns it for itself, also where a budget is shared.
 *
 * @param cap most calls in flight right after the last cut; 0 for none
 * @param grown calls by which it had grown before the present recovery began; of a member that came later, what it had
 *     less than that recovery brings
 * @param suspicions events in a row that looked like too many in flight
 * @since 0.1
 */
public record LearnedInFlight(int cap, double grown, int suspicions) {

    /** No server minded how many were in flight. */
    public static final LearnedInFlight NOTHING = new LearnedInFlight(0, 0, 0);

    private static final double RECOVERIES_PER_CALL = 2;
    private static final int EVENTS_TO_BLAME = 2;
    private static final double CROWDED = 0.8;
    private static final int MOST = 1_000_000;

    /** A server that asks for longer speaks of time: a place in flight is free as soon as a call ends. */
    private static final double LONGEST_PAUSE_SECONDS = 2;

    /**
     * Whether there is no cap.
     *
     * @return true before the first cut on this axis
     */
    public boolean isNothing() {
        return cap == 0;
    }

    /**
     * Most calls in flight, so long after the recovery began.
     *
     * @param seconds since the recovery began; before it, negative
     * @param settings what the budget was told
     * @return 1 or more; 0 for no cap
     */
    public int inForce(double seconds, BudgetSettings settings) {
        return isNothing() ? 0 : (int) Math.min(MOST, cap + Math.floor(grownAt(seconds, settings)));
    }

    /** Whether it was how many were in flight: one more was tried, or twice running it was where others did not go. */
    boolean isToBlame(Refusal refusal) {
        if (isNothing()) {
            return isSuspect(refusal) && suspicions + 1 >= EVENTS_TO_BLAME;
        }
        int most = (int) Math.min(MOST, cap + Math.floor(grown));
        boolean triedMore = grown >= 1 && refusal.load().inFlight() >= most;
        return most > 1 && (triedMore || isSuspect(refusal));
    }

    private boolean isSuspect(Refusal refusal) {
        Load load = refusal.load();
        return load.inFlight() > 1 && load.crowding() >= CROWDED && refusal.pauseSeconds() <= LONGEST_PAUSE_SECONDS;
    }

    /** One fewer than was refused. */
    LearnedInFlight after(Refusal refusal) {
        int tooMany = refusal.load().inFlight();
        int most = isNothing() ? tooMany : (int) Math.min(tooMany, cap + Math.floor(grown));
        return new LearnedInFlight(Math.max(1, most - 1), 0, EVENTS_TO_BLAME);
    }

    boolean isJustCut() {
        return !isNothing() && grown == 0;
    }

    /** It was not, or not yet surely. */
    LearnedInFlight suspecting(Refusal refusal) {
        return new LearnedInFlight(cap, grown, isSuspect(refusal) ? Math.min(suspicions + 1, EVENTS_TO_BLAME) : 0);
    }

    /** The same at another moment from which its growth is counted. */
    LearnedInFlight carriedOver(double seconds, BudgetSettings settings) {
        return isNothing() ? this : new LearnedInFlight(cap, Math.min(MOST, grownAt(seconds, settings)), suspicions);
    }

    /** The same where its growth is counted from a moment that is so many seconds past, or ahead if negative. */
    LearnedInFlight carriedOver(double seconds, double secondsThere, BudgetSettings settings) {
        LearnedInFlight here = carriedOver(seconds, settings);
        double growsThere = grownIn(secondsThere, settings);
        return isNothing() ? here : new LearnedInFlight(cap, here.grown - growsThere, suspicions);
    }

    private double grownAt(double seconds, BudgetSettings settings) {
        return grown + grownIn(seconds, settings);
    }

    private static double grownIn(double seconds, BudgetSettings settings) {
        return Math.max(0, seconds) / (RECOVERIES_PER_CALL * settings.recoverySeconds());
    }
}
