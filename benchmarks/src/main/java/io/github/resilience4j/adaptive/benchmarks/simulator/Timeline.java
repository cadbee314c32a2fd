package io.github.resilience4j.adaptive.benchmarks.simulator;

import java.util.Comparator;
import java.util.PriorityQueue;

/** Virtual time: what is to happen, in order of time and then of being asked for. */
final class Timeline {

    private static final Comparator<Event> ORDER =
            Comparator.comparingLong(Event::time).thenComparingLong(Event::number);

    private record Event(long time, long number, Runnable what) {}

    private final PriorityQueue<Event> events = new PriorityQueue<>(ORDER);
    private long now;
    private long scheduled;

    /** Nanoseconds since the beginning. */
    long now() {
        return now;
    }

    void after(long delay, Runnable what) {
        long time = now + delay;
        if (time >= now) {
            events.add(new Event(time, scheduled++, what));
        }
    }

    void every(long period, Runnable what) {
        what.run();
        after(period, () -> every(period, what));
    }

    void runUntil(long end) {
        for (Event next = events.peek(); next != null && next.time <= end; next = events.peek()) {
            events.remove();
            now = next.time;
            next.what.run();
        }
        now = end;
    }
}
