package io.github.resilience4j.adaptive.benchmarks.crowd;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Who of a crowd left, and when. */
final class Departures {

    private final long[] times;
    private final int[] callers;
    private final AtomicInteger next = new AtomicInteger();
    private final CountDownLatch toGo;

    Departures(int crowd) {
        this.times = new long[crowd];
        this.callers = new int[crowd];
        this.toGo = new CountDownLatch(crowd);
    }

    /** The caller that came as the {@code number}-th, from 0, leaves now. */
    void leaves(int number) {
        int place = next.getAndIncrement();
        times[place] = System.nanoTime();
        callers[place] = number;
        toGo.countDown();
    }

    /** Waits until all have left. */
    boolean awaitAll(long nanos) throws InterruptedException {
        return toGo.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** How many left until then. */
    int until(long nanoTime) {
        int count = 0;
        for (int place = 0; place < Math.min(next.get(), times.length); place++) {
            if (times[place] != 0 && times[place] - nanoTime <= 0) {
                count++;
            }
        }
        return count;
    }

    long first() {
        return times[0];
    }

    long last() {
        return times[times.length - 1];
    }

    /** By how many places at most somebody left later than he came. */
    int furthest() {
        int furthest = 0;
        for (int place = 0; place < callers.length; place++) {
            furthest = Math.max(furthest, place - callers[place]);
        }
        return furthest;
    }

    /** Nanoseconds after the turn of each place, the least first. */
    long[] lateness(long opensAt, Turns turns) {
        long[] late = new long[times.length];
        long turn = opensAt;
        for (int place = 0; place < times.length; place++) {
            turn = place == 0 ? opensAt : turns.next(place, turn, times[place - 1]);
            late[place] = times[place] - turn;
        }
        Arrays.sort(late);
        return late;
    }
}
