package io.github.resilience4j.adaptive.budget;

import org.jspecify.annotations.Nullable;

/** The integral of a {@link RateCurve}; the only cost while the rate is level is one multiplication. */
final class CurveRefill extends Refill {

    private static final double NANOS_PER_SECOND = 1e9;

    /** Makes a quotient so little smaller that rounding did not make it larger. */
    private static final double NO_LATER = 1 - 0x1p-50;

    private final RateCurve uncapped;
    private final @Nullable ToldQuota told;
    private final RateCurve curve;
    private final long origin;
    private final long since;
    private final double unit;
    private final double permitsBefore;
    private final @Nullable Pace pace;

    /**
     * Starts counting.
     *
     * @param curve the rate
     * @param origin when the curve begins, in nanoseconds
     * @param since from when on permits are granted, in nanoseconds
     * @param settings the unit, and the ceiling in whole numbers
     */
    CurveRefill(RateCurve curve, long origin, long since, BudgetSettings settings) {
        this(curve, origin, since, settings, null);
    }

    private CurveRefill(
            RateCurve uncapped, long origin, long since, BudgetSettings settings, @Nullable ToldQuota quota) {
        this.uncapped = uncapped;
        this.told = quota == null || quota.isOver(since) ? null : quota;
        this.curve = told == null ? uncapped : told.applyTo(uncapped, origin, since);
        this.origin = origin;
        this.since = since;
        this.unit = settings.unit();
        double x = seconds(since - origin);
        this.permitsBefore = curve.permitsBy(x);
        this.pace = curve.isLevelFrom(x) && curve.rateAt(x) == settings.ceiling() ? settings.pace() : null;
    }

    @Override
    public long countedBy(long now) {
        return grantedBy(now);
    }

    @Override
    public long grantedBy(long now) {
        long elapsed = now - since;
        if (elapsed <= 0) {
            return 0;
        }
        return pace != null ? pace.after(elapsed) : (long) (permitsBy(now) * unit);
    }

    @Override
    public long timeOf(long units) {
        if (units <= 0) {
            return since;
        }
        double elapsed = pace != null
                ? units / pace.unitsPerNano()
                : (curve.secondsFor(permitsBefore + units / unit) * NANOS_PER_SECOND) - (since - origin);
        long time = Pauses.after(since, (long) Math.ceil(Math.max(1, elapsed * NO_LATER)));
        long step = 1;
        while (time < Long.MAX_VALUE - step && grantedBy(time) < units) {
            time += step;
            step *= 2;
        }
        return time;
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

    /** The same, under what a server told; null lifts that. */
    @Override
    Refill under(@Nullable ToldQuota quota, long now, BudgetSettings settings) {
        return new CurveRefill(uncapped, origin, now, settings, quota);
    }

    @Override
    long quotaUntil() {
        return told == null ? Pauses.NEVER : told.until();
    }

    @Override
    double uncappedRateAt(long now) {
        return uncapped.rateAt(seconds(Math.max(now, since) - origin));
    }

    @Override
    Refill next(RateCurve other, long otherOrigin, long start, BudgetSettings settings) {
        return new CurveRefill(other, otherOrigin, start, settings, told);
    }

    @Override
    Refill since(long start, BudgetSettings settings) {
        return new CurveRefill(uncapped, origin, start, settings, told);
    }

    private double permitsBy(long now) {
        return curve.permitsBy(seconds(now - origin)) - permitsBefore;
    }

    private static double seconds(long nanos) {
        return nanos / NANOS_PER_SECOND;
    }
}
