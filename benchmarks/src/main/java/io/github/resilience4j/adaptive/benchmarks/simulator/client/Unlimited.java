package io.github.resilience4j.adaptive.benchmarks.simulator.client;

/** Nobody limits anything. */
final class Unlimited implements Client {

    @Override
    public Call tryLeave() {
        return answer -> {};
    }

    @Override
    public long askAgainIn() {
        return 0;
    }

    @Override
    public double perSecond() {
        return Double.POSITIVE_INFINITY;
    }
}
