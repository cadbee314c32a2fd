package io.github.resilience4j.adaptive.benchmarks.simulator.server;

/** Who goes over the limit is banned, and every call while banned makes the ban longer by the same time. */
public final class Ban implements Limit {

    private final Limit limit;
    private final long length;
    private long end;

    public Ban(Limit limit, long length) {
        this.limit = limit;
        this.length = length;
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
        end = Math.max(now, end) + length;
    }

    @Override
    public double perSecond() {
        return limit.perSecond();
    }
}
