package io.github.resilience4j.adaptive.samples.portal;

import java.time.Duration;

/** So many calls in each fixed window. Refused calls do not count against it. */
final class HiddenLimit {

    private final int calls;
    private final long window;
    private final long origin = System.nanoTime();
    private long current;
    private int taken;

    HiddenLimit(int calls, Duration window) {
        this.calls = calls;
        this.window = window.toNanos();
    }

    /** Zero: the call is taken. Otherwise it is refused, and this is how long the window still lasts. */
    synchronized Duration refuseFor(long now) {
        long elapsed = now - origin;
        if (elapsed / window > current) {
            current = elapsed / window;
            taken = 0;
        }
        if (taken == calls) {
            return Duration.ofNanos((current + 1) * window - elapsed);
        }
        taken++;
        return Duration.ZERO;
    }
}
