package io.github.resilience4j.adaptive.samples.watcher;

import java.time.Duration;
import java.util.function.LongToIntFunction;

/** So many calls in each minute, for all that come from this address: a stranger takes a part of them, at each minute's beginning. */
final class SharedWindow implements Rule {

    private static final Duration WINDOW = Duration.ofMinutes(1);

    private final int calls;
    private final LongToIntFunction strangersInWindow;
    private long window = -1;
    private int taken;

    SharedWindow(int calls, LongToIntFunction strangersInWindow) {
        this.calls = calls;
        this.strangersInWindow = strangersInWindow;
    }

    @Override
    public Verdict judge(Duration now) {
        long current = now.dividedBy(WINDOW);
        if (current != window) {
            window = current;
            taken = strangersInWindow.applyAsInt(current);
        }
        if (taken >= calls) {
            return Verdict.refusedFor(WINDOW.multipliedBy(current + 1).minus(now));
        }
        taken++;
        return Verdict.SERVED;
    }
}
