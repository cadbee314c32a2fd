package io.github.resilience4j.adaptive.samples.portal;

import java.time.Duration;

/** The pause an upstream has asked for, as far as its client has read. */
final class KnownPause {

    /** Between reading and acting on it; what leaves meanwhile was on its way. */
    private static final long TIME_TO_ACT = Duration.ofMillis(500).toNanos();

    private long known;
    private long end = System.nanoTime();

    synchronized void read(Duration retryAfter, long now) {
        if (isOver(now)) {
            known = now + TIME_TO_ACT;
            end = now;
        }
        end = Math.max(end, now + retryAfter.toNanos());
    }

    synchronized boolean isKnown(long now) {
        return !isOver(now) && now - known >= 0;
    }

    private boolean isOver(long now) {
        return now - end >= 0;
    }
}
