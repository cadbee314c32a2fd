package io.github.resilience4j.adaptive.benchmarks.simulator.server;

/** Refused calls use up the limit as well. */
public record RefusalsCount(Limit limit) implements Limit {

    @Override
    public long waitAt(long now) {
        return limit.waitAt(now);
    }

    @Override
    public void accept(long now) {
        limit.accept(now);
    }

    @Override
    public void refuse(long now) {
        limit.accept(now);
    }

    @Override
    public double perSecond() {
        return limit.perSecond();
    }
}
