package io.github.resilience4j.adaptive.ratelimiter.internal;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A limit that is known: no window of its length, wherever it begins, carries more than so many permits. The length is
 * counted in slots, and a window touches one slot more than it is long; so the limit is kept exactly, at the price of a
 * sustained rate lower by one slot in {@value #SLOTS}.
 *
 * <p>A slot holds how often the ring has gone round and a count; a writer that finds an older round starts it anew. A
 * count that is full stays so until its window is over: what it left out can never be taken off again. Who enters counts
 * himself first and looks at the sum then: of several that reach for the last permit at once all may fail, but none
 * exceeds the limit. Slots to come hold what is booked ahead, at most one window.
 */
final class WindowLimit {

    private static final int SLOTS = 64;
    private static final int RING = 2 * (SLOTS + 1);
    private static final int COUNT_BITS = 28;
    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;

    private final int permits;
    private final long period;
    private final long slotNanos;
    private final AtomicLongArray slots = new AtomicLongArray(RING);

    /** Takes the permits, fewer than 2^28, and the window's length in nanoseconds, from a tenth of a second to a year. */
    WindowLimit(int permits, long period) {
        this.permits = permits;
        this.period = period;
        this.slotNanos = (period - 1) / SLOTS + 1;
        for (int i = 0; i < RING; i++) {
            slots.set(i, Long.MIN_VALUE);
        }
    }

    int permits() {
        return permits;
    }

    /** Enters if no window would carry too much. */
    boolean tryEnter(int wanted, long at) {
        add(wanted, at);
        if (sumSince(at / slotNanos - SLOTS) <= permits) {
            return true;
        }
        add(-wanted, at);
        return false;
    }

    /** Counts permits whether they fit or not; negative ones are taken back. */
    void add(int wanted, long at) {
        long slot = at / slotNanos;
        int index = (int) (slot % RING);
        long round = slot / RING;
        while (true) {
            long seen = slots.get(index);
            long kept = seen >> COUNT_BITS == round ? seen : round << COUNT_BITS;
            if (seen >> COUNT_BITS > round || (kept & COUNT_MASK) == COUNT_MASK) {
                return;
            }
            long count = Math.max(0, Math.min(COUNT_MASK, (kept & COUNT_MASK) + wanted));
            if (slots.compareAndSet(index, seen, (kept & ~COUNT_MASK) | count)) {
                return;
            }
        }
    }

    /** Whether a moment to come is near enough to be booked. */
    boolean reachesTo(long at, long now) {
        return at / slotNanos - now / slotNanos < RING - SLOTS;
    }

    /**
     * A moment before which so many permits, one behind the other, cannot all have entered: what is in the window must
     * have left it, and of more than a windowful each waits for the one that many places ahead.
     */
    long soonestFor(long wanted, long now) {
        long windows = (wanted - 1) / permits;
        if (windows > Long.MAX_VALUE / 2 / period) {
            return Long.MAX_VALUE;
        }
        return freeAt(wanted - windows * permits, now) + windows * period;
    }

    private long freeAt(long wanted, long now) {
        long newest = now / slotNanos;
        long excess = sumSince(newest - SLOTS) + wanted - permits;
        long slot = newest - SLOTS;
        while (excess > 0 && slot < newest + RING - SLOTS) {
            excess -= countOf(slot);
            slot++;
        }
        return slot == newest - SLOTS ? now : (slot + SLOTS) * slotNanos;
    }

    private long sumSince(long oldest) {
        long sum = 0;
        for (int i = 0; i < RING; i++) {
            long seen = slots.get(i);
            if ((seen >> COUNT_BITS) * RING + i >= oldest) {
                sum += seen & COUNT_MASK;
            }
        }
        return sum;
    }

    private long countOf(long slot) {
        if (slot < 0) {
            return 0;
        }
        long seen = slots.get((int) (slot % RING));
        return seen >> COUNT_BITS == slot / RING ? seen & COUNT_MASK : 0;
    }
}
