package io.github.resilience4j.adaptive.samples.candles;

import java.time.Duration;
import java.util.ArrayDeque;

/** So many calls in any span of time, wherever it begins. Not thread-safe. */
final class SlidingWindow {

    private final int calls;
    private final long span;
    private final ArrayDeque<Long> taken = new ArrayDeque<>();

    SlidingWindow(int calls, Duration span) {
        this.calls = calls;
        this.span = span.toNanos();
    }

    boolean hasRoom(long now) {
        while (!taken.isEmpty() && now - taken.peek() >= span) {
            taken.remove();
        }
        return taken.size() < calls;
    }

    void take(long now) {
        taken.add(now);
    }
}
