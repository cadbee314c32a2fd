package io.github.resilience4j.adaptive.benchmarks.simulator.server;

import java.util.List;

/** A fixed window whose limit changes: each limit holds as long as the others, the last one to the end. */
public final class SteppingWindow implements Limit {

    private final List<FixedWindow> steps;
    private final long step;

    public SteppingWindow(List<Integer> callsOfSteps, long window, long step) {
        this.steps = callsOfSteps.stream()
                .map(calls -> new FixedWindow(calls, window, 0))
                .toList();
        this.step = step;
    }

    @Override
    public long waitAt(long now) {
        return at(now).waitAt(now);
    }

    @Override
    public void accept(long now) {
        at(now).accept(now);
    }

    /** The first limit. */
    @Override
    public double perSecond() {
        return steps.get(0).perSecond();
    }

    @Override
    public double acceptableBy(long now) {
        double sum = 0;
        for (long t = 0; t < now; t += step) {
            sum += at(t).perSecond() * Math.min(step, now - t) / 1e9;
        }
        return sum;
    }

    private FixedWindow at(long now) {
        return steps.get((int) Math.min(steps.size() - 1, now / step));
    }
}
