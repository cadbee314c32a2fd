package io.github.resilience4j.adaptive.samples.candles;

import java.util.List;

/** A rate that is not for bursts: a call must find room in every window. Refused calls do not count. */
final class HiddenLimit {

    private final List<SlidingWindow> windows;

    HiddenLimit(SlidingWindow... windows) {
        this.windows = List.of(windows);
    }

    synchronized boolean takes(long now) {
        boolean room = windows.stream().allMatch(window -> window.hasRoom(now));
        if (room) {
            windows.forEach(window -> window.take(now));
        }
        return room;
    }
}
