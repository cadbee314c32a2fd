package io.github.resilience4j.adaptive.budget;

import org.jspecify.annotations.Nullable;

/**
 * The permits granted since a moment, in units of {@link BudgetSettings#unit()}: all that a rate brings to a budget of
 * one's own, or what a {@link SharedBudget} has leased. Immutable.
 *
 * @since 0.1
 */
public abstract sealed class Refill permits CurveRefill, LeasedRefill, StoreRefill {

    /** Answer of {@link #grantedBy}: nothing more may be taken, whatever is left. */
    public static final long WORN = Long.MAX_VALUE;

    Refill() {}

    /**
     * The units granted by a moment, as a caller who takes some must see it.
     *
     * @param now nanoseconds
     * @return units, 0 before the start; rounded down, so that nothing is early; {@link #WORN} at the end of a lease
     */
    public abstract long grantedBy(long now);

    /**
     * The units granted by a moment, for the books: a lease that has ended still granted what it did.
     *
     * @param now nanoseconds
     * @return units, never fewer than before
     */
    public abstract long countedBy(long now);

    /**
     * When so many units will have been granted.
     *
     * @param units units since the start
     * @return nanoseconds, the start itself for 0 or less; rounded up; {@link Long#MAX_VALUE} beyond the clock. Of units
     *     beyond a lease: before which no store will grant them
     */
    public abstract long timeOf(long units);

    /**
     * The rate in force: of the whole budget, also where it is shared.
     *
     * @param now nanoseconds; before the start the rate at the start
     * @return permits per second
     */
    public abstract double rateAt(long now);

    /**
     * Whether so many units cannot come from here, however long one waits.
     *
     * @param units units since the start
     * @return true beyond a lease
     */
    public boolean isShortOf(long units) {
        return false;
    }

    /** When the curve begins. */
    abstract long origin();

    boolean isLeased() {
        return false;
    }

    /**
     * The same from now on, under what a server told; null lifts that. Where a budget is shared nothing changes: what one
     * member was told says nothing about what the others have in flight.
     */
    Refill under(@Nullable ToldQuota quota, long now, BudgetSettings settings) {
        return this;
    }

    /** When the window ends of which a server told; {@link Pauses#NEVER} if none did. */
    long quotaUntil() {
        return Pauses.NEVER;
    }

    /** The rate were it not for what a server told. */
    double uncappedRateAt(long now) {
        return rateAt(now);
    }

    /** What holds the units: the burst, or a whole lease. */
    Bucket bucket(BudgetSettings settings, LearnedBurst learned) {
        return Bucket.holding(burst(settings, learned), settings.unit());
    }

    /** The burst that was in force when the count began; it grows when that is begun anew. */
    double burst(BudgetSettings settings, LearnedBurst learned) {
        return learned.inForce(secondsAt(since()), settings);
    }

    /** Seconds after the curve began. */
    double secondsAt(long now) {
        return (now - origin()) / 1e9;
    }

    /** From when on units are granted. */
    abstract long since();

    /** What comes after: permits along a curve, of one's own or to be leased anew. */
    abstract Refill next(RateCurve curve, long origin, long since, BudgetSettings settings);

    /** The same, counted from another moment on. */
    abstract Refill since(long start, BudgetSettings settings);
}
