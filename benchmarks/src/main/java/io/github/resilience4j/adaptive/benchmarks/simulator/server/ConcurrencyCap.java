package io.github.resilience4j.adaptive.benchmarks.simulator.server;

/**
 * So many calls in flight at the server, however often. Who knew the cap would let so many be out: each of them also takes
 * its time on the way, so a little less than the server could take is all that can be had without a refusal.
 */
public final class ConcurrencyCap implements Limit {

    private final int calls;
    private final double secondsPerCall;
    private int inFlight;

    /** Takes the cap, and how long a call takes there and back on average: their quotient is what can be had. */
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
