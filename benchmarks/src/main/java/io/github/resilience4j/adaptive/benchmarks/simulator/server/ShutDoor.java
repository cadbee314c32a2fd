package io.github.resilience4j.adaptive.benchmarks.simulator.server;

/** Who goes over the limit is shut out for a fixed time; knocking at the door changes nothing. */
public final class ShutDoor implements Limit {

    private final Limit limit;
    private final long length;
    private long end;

    public ShutDoor(Limit limit, long length) {
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
        if (now >= end) {
            end = now + length;
        }
    }

    @Override
    public double perSecond() {
        return limit.perSecond();
    }
}
