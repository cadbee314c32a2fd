package io.github.resilience4j.adaptive.budget;

/** Permits that a store has leased: some at once, the others evenly after that, none once the lease is over. */
final class LeasedRefill extends Refill {

    private final RateCurve curve;
    private final long origin;
    private final long unit;
    private final long total;
    private final long ready;
    private final long from;
    private final long until;
    private final double unitsPerNano;
    private final long nextAt;

    private LeasedRefill(
            RateCurve curve,
            long origin,
            long unit,
            long total,
            long ready,
            long from,
            long until,
            double unitsPerNano,
            long nextAt) {
        this.curve = curve;
        this.origin = origin;
        this.unit = unit;
        this.total = total;
        this.ready = ready;
        this.from = from;
        this.until = until;
        this.unitsPerNano = unitsPerNano;
        this.nextAt = nextAt;
    }

    /** Nothing leased; the store grants nothing before {@code nextAt}. */
    static LeasedRefill none(RateCurve curve, long origin, long nextAt, BudgetSettings settings) {
        return new LeasedRefill(curve, origin, settings.unit(), 0, 0, 0, Long.MAX_VALUE, 0, nextAt);
    }

    /** What a grant brings. */
    static LeasedRefill of(BudgetGrant grant, RateCurve curve, long origin, long now, BudgetSettings settings) {
        long from = Pauses.after(now, grant.startsIn());
        return new LeasedRefill(
                curve,
                origin,
                settings.unit(),
                grant.permits() * settings.unit(),
                grant.ready() * settings.unit(),
                from,
                Pauses.after(from, grant.validity()),
                grant.permitsPerSecond() * settings.unit() / 1e9,
                now);
    }

    @Override
    public long grantedBy(long now) {
        return now >= until ? WORN : countedBy(now);
    }

    @Override
    public long countedBy(long now) {
        return now < from ? 0 : Math.min(total, ready + (long) ((now - from) * unitsPerNano));
    }

    @Override
    public long timeOf(long units) {
        if (units <= 0) {
            return from;
        }
        if (isShortOf(units)) {
            return nextAt;
        }
        long time = from + (long) Math.ceil(Math.max(0, units - ready) / unitsPerNano);
        return countedBy(time) < units ? time + 1 : time;
    }

    @Override
    public boolean isShortOf(long units) {
        return units > total || (units > ready && from + (units - ready) / unitsPerNano >= until);
    }

    @Override
    public double rateAt(long now) {
        return curve.rateAt((Math.max(now, origin) - origin) / 1e9);
    }

    /** Whether anything was leased. */
    boolean isEmpty() {
        return total == 0;
    }

    @Override
    long origin() {
        return origin;
    }

    @Override
    long since() {
        return from;
    }

    @Override
    boolean isLeased() {
        return true;
    }

    @Override
    Bucket bucket(BudgetSettings settings, LearnedBurst learned) {
        return new Bucket(unit, Math.max(unit, total));
    }

    @Override
    Refill next(RateCurve other, long otherOrigin, long since, BudgetSettings settings) {
        return none(other, otherOrigin, since, settings);
    }

    @Override
    Refill since(long start, BudgetSettings settings) {
        return none(curve, origin, start, settings);
    }
}
