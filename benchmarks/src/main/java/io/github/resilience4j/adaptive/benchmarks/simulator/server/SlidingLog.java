package io.github.resilience4j.adaptive.benchmarks.simulator.server;

import java.util.ArrayDeque;

/** So many calls in any stretch of time as long as the window. */
public final class SlidingLog implements Limit {

    private final int calls;
    private final long window;
    private final ArrayDeque<Long> log = new ArrayDeque<>();

    public SlidingLog(int calls, long window) {
        this.calls = calls;
        this.window = window;
    }

    @Override
    public long waitAt(long now) {
        while (!log.isEmpty() && log.getFirst() <= now - window) {
            log.removeFirst();
        }
        int tooMany = log.size() - calls;
        return tooMany < 0 ? 0 : log.stream().skip(tooMany).findFirst().orElseThrow() + window - now;
    }

    @Override
    public void accept(long now) {
        log.addLast(now);
    }

    @Override
    public double perSecond() {
        return calls * 1e9 / window;
    }
}
