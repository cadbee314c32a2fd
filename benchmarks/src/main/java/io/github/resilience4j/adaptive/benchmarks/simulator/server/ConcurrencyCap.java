package io.github.resilience4j.adaptive.benchmarks.simulator.server;

/** So many calls in flight, however often. */
public final class ConcurrencyCap implements Limit {

    private final int calls;
    private final double secondsPerCall;
    private int inFlight;

    /** Takes the cap, and how long a call takes on average: their quotient is what can be accepted. */
    public ConcurrencyCap(int calls, double secondsPerCall) {
        this.calls = calls;
        this.secondsPerCall = secondsPerCall;
    }

    @Override
    public long waitAt(long now) {
        return inFlight < calls ? 0 : 1;
    }

    @Override
    public void accept(long now) {
        inFlight++;
    }

    @Override
    public void finish(long now) {
        inFlight--;
    }

    @Override
    public double perSecond() {
        return calls / secondsPerCall;
    }
}
