package io.github.resilience4j.adaptive.ratelimiter.internal;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * How many calls were in flight beside those that the server accepted in the last half to whole minute, as a histogram: a
 * cell for each number up to 32, above that eight cells for each doubling.
 */
final class Crowding {

    private static final long HALF_NANOS = 30_000_000_000L;
    private static final int EXACT = 32;
    private static final int CELLS = EXACT + 8 * 27;
    private static final int FEWEST_SAMPLES = 10;

    /** Made with the first call, like {@link AcceptedCalls}. */
    private final AtomicReference<@Nullable AtomicIntegerArray> made = new AtomicReference<>();

    private final AtomicLong newest = new AtomicLong();

    void add(int inFlight, long now) {
        AtomicIntegerArray counts = counts();
        long half = now / HALF_NANOS;
        long before = newest.get();
        if (half > before && newest.compareAndSet(before, half)) {
            clear(counts, half);
            if (half > before + 1) {
                clear(counts, half - 1);
            }
        }
        counts.getAndIncrement(base(half) + cellOf(inFlight));
    }

    /** The part of the accepted calls that had fewer beside them, those with as many counted half; NaN of too few. */
    double of(int inFlight, long now) {
        AtomicIntegerArray counts = counts();
        long half = now / HALF_NANOS;
        long fewer = 0;
        long asMany = 0;
        long all = 0;
        int cell = cellOf(inFlight);
        for (long each = half - 1; each <= half; each++) {
            for (int i = 0; i < CELLS && each <= newest.get() && each >= newest.get() - 1; i++) {
                int count = counts.get(base(each) + i);
                all += count;
                fewer += i < cell ? count : 0;
                asMany += i == cell ? count : 0;
            }
        }
        return all < FEWEST_SAMPLES ? Double.NaN : (fewer + asMany / 2.0) / all;
    }

    private AtomicIntegerArray counts() {
        AtomicIntegerArray counts = made.get();
        if (counts != null) {
            return counts;
        }
        AtomicIntegerArray empty = new AtomicIntegerArray(2 * CELLS);
        AtomicIntegerArray first = made.compareAndExchange(null, empty);
        return first == null ? empty : first;
    }

    private static void clear(AtomicIntegerArray counts, long half) {
        for (int i = 0; i < CELLS; i++) {
            counts.set(base(half) + i, 0);
        }
    }

    private static int base(long half) {
        return (int) (half & 1) * CELLS;
    }

    static int cellOf(int inFlight) {
        int calls = Math.max(0, inFlight);
        if (calls < EXACT) {
            return calls;
        }
        int doubling = 31 - Integer.numberOfLeadingZeros(calls);
        return EXACT + (doubling - 5) * 8 + ((calls >>> (doubling - 3)) & 7);
    }
}
