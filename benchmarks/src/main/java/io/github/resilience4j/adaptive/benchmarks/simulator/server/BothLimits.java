package io.github.resilience4j.adaptive.benchmarks.simulator.server;

/** A call must please both. */
public record BothLimits(Limit one, Limit other) implements Limit {

    @Override
    public long waitAt(long now) {
        return Math.max(one.waitAt(now), other.waitAt(now));
    }

    @Override
    public void accept(long now) {
        one.accept(now);
        other.accept(now);
    }

    @Override
    public double perSecond() {
        return Math.min(one.perSecond(), other.perSecond());
    }
}
