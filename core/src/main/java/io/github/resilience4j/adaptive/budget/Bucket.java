package io.github.resilience4j.adaptive.budget;

/**
 * A token bucket whose content is the difference of two ever-growing counts: the units granted so far (a function of
 * time, see {@link Refill}) and the units spent so far (one long that callers move on by compare-and-set). What was
 * granted beyond the capacity is forgotten by moving <em>spent</em> on; a debt is <em>spent</em> ahead of
 * <em>granted</em>.
 *
 * @param unit units per permit
 * @param capacity units it can hold
 * @since 0.1
 */
public record Bucket(long unit, long capacity) {

    /** Answer of {@link #take}: not enough permits yet. */
    public static final long REFUSED = Long.MAX_VALUE;

    private static final long MOST_PERMITS = 1L << 31;

    /** Far beyond any reservation that makes sense, and far from the end of a long. */
    private static final long MOST_DEBT = 1L << 60;

    static Bucket holding(double permits, long unit) {
        return new Bucket(unit, (long) (permits * unit));
    }

    /**
     * Takes permits that are there. More than the capacity is given out of a full bucket and leaves a debt.
     *
     * @param spent units spent so far
     * @param granted units granted so far
     * @param permits at least 1
     * @return the new count of spent units, or {@link #REFUSED}
     */
    public long take(long spent, long granted, int permits) {
        return takeSettled(settled(spent, granted), granted, permits);
    }

    /**
     * As {@link #take}, for a caller that was woken for permits that are due. Being woken takes time: what came
     * meanwhile, up to one permit, is not lost to a bucket that is full. So lines move at the full rate, at the price
     * that a window may carry one permit more.
     *
     * @param spent units spent so far
     * @param granted units granted so far
     * @param permits at least 1
     * @return the new count of spent units, or {@link #REFUSED}
     */
    public long takeWhenWoken(long spent, long granted, int permits) {
        return takeSettled(Math.max(spent, granted - capacity - unit), granted, permits);
    }

    private long takeSettled(long settled, long granted, int permits) {
        long cost = permits * unit;
        return settled + Math.min(cost, capacity) <= granted ? settled + cost : REFUSED;
    }

    /**
     * Takes permits whether they are there or not.
     *
     * @param spent units spent so far
     * @param granted units granted so far
     * @param permits at least 1
     * @return the new count of spent units
     */
    public long book(long spent, long granted, int permits) {
        return Math.min(settled(spent, granted) + permits * unit, granted + MOST_DEBT);
    }

    /**
     * Gives back permits that were taken and not used; a bucket that is full forgets them.
     *
     * @param spent units spent so far
     * @param granted units granted so far
     * @param permits at least 1
     * @return the new count of spent units
     */
    public long giveBack(long spent, long granted, int permits) {
        long full = granted - capacity - unit;
        return Math.max(spent - permits * unit, Math.min(spent, full));
    }

    /**
     * Whether so much is owed that nothing more can be booked.
     *
     * @param spent units spent so far
     * @param granted units granted so far
     * @param permits at least 1
     * @return true if a booking would not be counted in full
     */
    public boolean isOverdrawn(long spent, long granted, int permits) {
        return settled(spent, granted) + permits * unit > granted + MOST_DEBT;
    }

    /**
     * How many units must have been granted for a call to leave.
     *
     * @param spent units spent so far
     * @param granted units granted so far
     * @param ahead permits that others wait for before it, 0 or more
     * @param permits the call's own, at least 1
     * @return units granted since the start
     */
    public long neededFor(long spent, long granted, long ahead, int permits) {
        return settled(spent, granted) + Math.min(ahead, MOST_PERMITS) * unit + Math.min(permits * unit, capacity);
    }

    /**
     * What is in the bucket.
     *
     * @param spent units spent so far
     * @param granted units granted so far
     * @return units; negative is a debt
     */
    public long level(long spent, long granted) {
        return granted - settled(spent, granted);
    }

    private long settled(long spent, long granted) {
        return Math.max(spent, granted - capacity);
    }
}
