package io.github.resilience4j.adaptive.budget;

/**
 * The integral of a {@link RateCurve} as a store counts it: every number is one that a double holds exactly, see
 * {@link StoreTime}, and every step is one that a store can take in the same way.
 */
final class StoreRefill extends Refill {

    /** Where the count ends; books are begun anew long before. */
    private static final long MOST = 1L << 52;

    private static final double TICKS_PER_SECOND = 1e6;

    /** Makes a quotient so little smaller that rounding did not make it larger. */
    private static final double NO_LATER = 1 - 0x1p-50;

    private final RateCurve curve;
    private final long origin;
    private final long since;
    private final double permitsBefore;

    StoreRefill(RateCurve curve, long origin, long since) {
        this.curve = curve;
        this.origin = origin;
        this.since = since;
        this.permitsBefore = curve.permitsBy(seconds(since - origin));
    }

    @Override
    public long grantedBy(long now) {
        return countedBy(now);
    }

    @Override
    public long countedBy(long now) {
        if (now <= since) {
            return 0;
        }
        double permits = curve.permitsBy(seconds(now - origin)) - permitsBefore;
        return (long) Math.max(0, Math.min(permits * StoreTime.UNIT, MOST));
    }

    @Override
    public long timeOf(long units) {
        if (units <= 0) {
            return since;
        }
        if (units > MOST) {
            return Pauses.FOREVER;
        }
        double seconds = curve.secondsFor(permitsBefore + units / (double) StoreTime.UNIT);
        long before = (since - origin) / StoreTime.TICK;
        double ticks = seconds * TICKS_PER_SECOND - before;
        long later = (long) Math.ceil(Math.max(1, ticks * NO_LATER));
        for (long step = 1; later <= StoreTime.FARTHEST / StoreTime.TICK; step *= 2) {
            long time = since + later * StoreTime.TICK;
            if (countedBy(time) >= units) {
                return time;
            }
            later += step;
        }
        return Pauses.FOREVER;
    }

    @Override
    public double rateAt(long now) {
        return curve.rateAt(seconds(Math.max(now, since) - origin));
    }

    @Override
    long origin() {
        return origin;
    }

    @Override
    long since() {
        return since;
    }

    @Override
    Refill next(RateCurve other, long otherOrigin, long start, BudgetSettings settings) {
        return new StoreRefill(other, otherOrigin, start);
    }

    @Override
    Refill since(long start, BudgetSettings settings) {
        return new StoreRefill(curve, origin, start);
    }

    private static double seconds(long nanos) {
        return nanos / 1e9;
    }
}
