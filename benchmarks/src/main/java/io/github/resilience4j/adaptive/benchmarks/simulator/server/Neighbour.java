package io.github.resilience4j.adaptive.benchmarks.simulator.server;

/** Somebody else uses the same limit, evenly, for a time on and for as long off. */
public final class Neighbour implements Limit {

    private final Limit limit;
    private final long interval;
    private final long onFor;
    private long next;
    private long accepted;

    public Neighbour(Limit limit, double callsPerSecond, long onFor) {
        this.limit = limit;
        this.interval = (long) (1e9 / callsPerSecond);
        this.onFor = onFor;
    }

    @Override
    public long waitAt(long now) {
        for (; next <= now; next += interval) {
            if (next / onFor % 2 == 0 && limit.waitAt(next) == 0) {
                limit.accept(next);
                accepted++;
            }
        }
        return limit.waitAt(now);
    }

    @Override
    public void accept(long now) {
        limit.accept(now);
    }

    @Override
    public double perSecond() {
        return limit.perSecond();
    }

    /** What the neighbour left over. */
    @Override
    public double acceptableBy(long now) {
        return limit.acceptableBy(now) - accepted;
    }
}
