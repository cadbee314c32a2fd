package io.github.resilience4j.adaptive.coalesce.internal;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many values were served from the store and how old they were together: two sums in which nothing is lost, for one atomic
 * step on the way of a hit, where each step costs as much as looking the value up. Threads are spread over cells, and whoever
 * takes a cell adds to both of its sums; whoever finds it taken does not wait but adds elsewhere, in two steps.
 *
 * <p>Ages are added up as doubles, exact up to 104 days and never negative: a thousand hits a second on values half an hour
 * old would go round a long of nanoseconds in less than two hours.
 */
final class HitTally {

    private static final int CELLS = 16;

    /** Longs in two cache lines, so that cells do not share one, not even for the prefetcher. */
    private static final int STRIDE = 16;

    private static final int HITS = 1;
    private static final int NANOS = 2;
    private static final long FREE = 0;
    private static final long TAKEN = 1;

    private final AtomicLongArray cells = new AtomicLongArray(CELLS * STRIDE);
    private final LongAdder moreHits = new LongAdder();
    private final DoubleAdder moreNanos = new DoubleAdder();

    @SuppressWarnings("deprecation") // threadId() came after Java 17
    void add(long age) {
        int cell = (int) (Thread.currentThread().getId() & (CELLS - 1)) * STRIDE;
        if (cells.weakCompareAndSetAcquire(cell, FREE, TAKEN)) {
            cells.setOpaque(cell + HITS, cells.getPlain(cell + HITS) + 1);
            double nanos = Double.longBitsToDouble(cells.getPlain(cell + NANOS)) + age;
            cells.setOpaque(cell + NANOS, Double.doubleToRawLongBits(nanos));
            cells.setRelease(cell, FREE);
        } else {
            moreHits.increment();
            moreNanos.add((double) age);
        }
    }

    long hits() {
        long sum = moreHits.sum();
        for (int cell = 0; cell < CELLS * STRIDE; cell += STRIDE) {
            sum += cells.getOpaque(cell + HITS);
        }
        return sum;
    }

    double nanos() {
        double sum = moreNanos.sum();
        for (int cell = 0; cell < CELLS * STRIDE; cell += STRIDE) {
            sum += Double.longBitsToDouble(cells.getOpaque(cell + NANOS));
        }
        return sum;
    }
}
