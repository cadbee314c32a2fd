package io.github.resilience4j.adaptive.benchmarks.simulator.server;

/** So many calls a second on average and so many at once; with a burst of 1 it is GCRA without tolerance. */
public final class TokenBucket implements Limit {

    private final double perSecond;
    private final double burst;
    private double tokens;
    private long since;

    public TokenBucket(double perSecond, double burst) {
        this.perSecond = perSecond;
        this.burst = burst;
        this.tokens = burst;
    }

    @Override
    public long waitAt(long now) {
        tokens = Math.min(burst, tokens + (now - since) * perSecond / 1e9);
        since = now;
        return tokens >= 1 ? 0 : (long) Math.ceil((1 - tokens) / perSecond * 1e9);
    }

    @Override
    public void accept(long now) {
        tokens--;
    }

    @Override
    public double perSecond() {
        return perSecond;
    }
}
