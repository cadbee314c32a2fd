package io.github.resilience4j.adaptive.budget;

/**
 * The answer of a {@link SharedBudget} to who asked for permits: a lease, the place of the probe, or none. Durations are
 * nanoseconds from the moment of the answer.
 *
 * @param permits how many are leased, 0 for none; a probe needs none
 * @param ready how many of them may be used at once when the wait is over
 * @param startsIn until the first may be used; of none: until it is worth asking again, {@link Pauses#FOREVER} in a stop
 * @param permitsPerSecond how fast the others come after that
 * @param validity how long the lease may be used from the end of the wait
 * @param probe the number of the probe that may leave, {@link #NO_PROBE} if none
 * @param standing where the budget stands
 * @since 0.1
 */
public record BudgetGrant(
        int permits,
        int ready,
        long startsIn,
        double permitsPerSecond,
        long validity,
        long probe,
        BudgetStanding standing) {

    /** No place of a probe. */
    public static final long NO_PROBE = 0;

    static BudgetGrant none(long askAgainIn, BudgetStanding standing) {
        return new BudgetGrant(0, 0, askAgainIn, 0, 0, NO_PROBE, standing);
    }

    static BudgetGrant probe(long number, long validity, BudgetStanding standing) {
        return new BudgetGrant(0, 0, 0, 0, validity, number, standing);
    }
}
