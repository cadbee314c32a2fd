package io.github.resilience4j.adaptive.benchmarks.simulator.server;

/** Who goes over the limit is banned. */
public final class Ban implements Limit {

    private final Limit limit;
    private final long length;
    private final boolean growing;
    private long end;

    private Ban(Limit limit, long length, boolean growing) {
        this.limit = limit;
        this.length = length;
        this.growing = growing;
    }

    /** Every call while banned makes the ban longer by the same time. */
    public static Ban growing(Limit limit, long length) {
        return new Ban(limit, length, true);
    }

    /** Knocking at the door changes nothing. */
    public static Ban fixed(Limit limit, long length) {
        return new Ban(limit, length, false);
    }

    @Override
    public long waitAt(long now) {
        return now < end ? end - now : limit.waitAt(now);
    }

    @Override
    public void accept(long now) {
        limit.accept(now);
    }

    @Override
    public void refuse(long now) {
        if (growing || now >= end) {
            end = Math.max(now, end) + length;
        }
    }

    @Override
    public double perSecond() {
        return limit.perSecond();
    }
}
