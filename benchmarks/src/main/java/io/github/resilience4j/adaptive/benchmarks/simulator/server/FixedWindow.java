package io.github.resilience4j.adaptive.benchmarks.simulator.server;

/** So many calls per window; windows follow each other, the first one began {@code phase} before the simulation. */
public final class FixedWindow implements Limit {

    private final int calls;
    private final long window;
    private final long phase;
    private long current = -1;
    private int used;

    public FixedWindow(int calls, long window, long phase) {
        this.calls = calls;
        this.window = window;
        this.phase = phase;
    }

    @Override
    public long waitAt(long now) {
        long number = (now + phase) / window;
        if (number != current) {
            current = number;
            used = 0;
        }
        return used < calls ? 0 : (number + 1) * window - phase - now;
    }

    @Override
    public void accept(long now) {
        used++;
    }

    int calls() {
        return calls;
    }

    long window() {
        return window;
    }

    int remaining() {
        return calls - used;
    }

    long resetIn(long now) {
        return (current + 1) * window - phase - now;
    }

    @Override
    public double perSecond() {
        return calls * 1e9 / window;
    }
}
