package io.github.resilience4j.adaptive.ratelimiter.internal.evidence;

import io.github.resilience4j.adaptive.internal.LazyLongs;
import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence.Axis;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How many permits have left in the trailing windows. Nothing is written when a call leaves: the calls that ever left are
 * those in flight and those that are not any more, and both are counted anyway. Whoever has just looked at the clock notes
 * that total, and the difference of two totals is what left in between.
 *
 * <p>For each window there is a ring of slots, fifty to a window. A slot holds the total at its beginning, written once by
 * whoever is first in it. So a count is exact but for the one slot in which the window begins; there it is taken to be
 * spread evenly. Calls of which nobody knows when they left (bare hooks) are taken to have left when the next answer
 * came. Threads that meet here may note a total that is off by as many calls as there are threads.
 */
final class SentCalls {

    private static final int WINDOWS =
            (int) Counts.AXES.stream().filter(axis -> !axis.window().isZero()).count();
    private static final int SLOTS = 50;
    private static final int RING = 64;

    /** A slot holds a total, without what no longer fits, and how often the ring had gone round. */
    private static final int TOTAL_BITS = 40;

    private static final long TOTAL_MASK = (1L << TOTAL_BITS) - 1;
    private static final long ROUND_MASK = -1L >>> TOTAL_BITS;
    private static final long NEVER = -1;
    private static final int LONGEST_BY_PAUSE = 5;
    private static final int SHORTEST = Counts.indexOf(Axis.ONE_SECOND);
    private static final long[] LENGTHS = new long[WINDOWS];

    static {
        for (int window = 0; window < WINDOWS; window++) {
            LENGTHS[window] = Counts.AXES.get(window).window().toNanos();
        }
    }

    private final LongSupplier started;
    private final LongAdder morePermits = new LongAdder();

    /** Made with the first call: of limiters that are made for each key, many never see one. */
    private final AtomicReference<@Nullable AtomicLongArray> made = new AtomicReference<>();

    /** The total when the server's window began, of those of which that is known; {@link #NEVER} of the others. */
    private final AtomicLongArray beginnings = new AtomicLongArray(WINDOWS);

    private volatile long newestSlot = NEVER;
    private volatile long lastTotal;

    /** Takes what counts the calls that ever left. */
    SentCalls(LongSupplier started) {
        this.started = started;
        for (int window = 0; window < WINDOWS; window++) {
            beginnings.set(window, NEVER);
        }
    }

    /**
     * A probe passed. The pause before it lasted to the end of the server's window, if that is no more than five times as
     * long: what left before no longer counts in it. (Windows that begin at fixed times, a day above all, look the same in
     * any stretch of their length while they are used up evenly: it takes their beginnings to see them.)
     *
     * @return the counts of the probe itself
     */
    long begin(long pause, int permits, long counts) {
        long probe = counts;
        for (int window = 0; window < WINDOWS; window++) {
            if (pause >= LENGTHS[window] / LONGEST_BY_PAUSE) {
                beginnings.set(window, (total() - permits) & TOTAL_MASK);
                probe = Counts.with(probe, window, permits);
            }
        }
        return probe;
    }

    /** A call that left weighs so many permits more than one, or than was said before; negative for fewer. */
    void weighs(int more) {
        morePermits.add(more);
    }

    /**
     * The counts in all windows that end now, for a call that is already counted. Windows longer than the limiter has lived
     * are left unknown.
     *
     * @param permits its own
     */
    long countsNow(int permits, long now) {
        long total = note(now);
        long counts = Counts.UNKNOWN;
        for (int window = 0; window < WINDOWS; window++) {
            long length = LENGTHS[window];
            long beginning = beginnings.get(window);
            if (now >= length || beginning != NEVER) {
                long count = before(total, totalAt(window, now - length, total, now));
                long sinceBeginning = beginning == NEVER ? count : before(total, beginning);
                counts = Counts.with(counts, window, Math.max(permits, Math.min(count, sinceBeginning)));
            }
        }
        return counts;
    }

    /** Notes the total where somebody is the first in a slot, and answers it. */
    private long note(long now) {
        long total = total();
        long slot = now / slotLength(SHORTEST);
        if (slot > newestSlot) {
            // The slots of a longer window begin with one of a shorter: who is first in those is first here.
            for (int window = 0; window < WINDOWS; window++) {
                note(window, now / slotLength(window), lastTotal);
            }
            newestSlot = slot;
        }
        lastTotal = total;
        return total;
    }

    /** Permits that ever left. */
    long total() {
        return started.getAsLong() + morePermits.sum();
    }

    private void note(int window, long slot, long total) {
        AtomicLongArray rings = rings();
        int index = indexOf(window, slot);
        long seen = rings.get(index);
        if (seen == NEVER || seen >>> TOTAL_BITS != roundOf(slot)) {
            rings.compareAndSet(index, seen, (roundOf(slot) << TOTAL_BITS) | (total & TOTAL_MASK));
        }
    }

    /** The total at a moment that is not before the limiter was made. */
    private long totalAt(int window, long at, long total, long now) {
        if (at < 0) {
            return 0;
        }
        AtomicLongArray rings = rings();
        long length = slotLength(window);
        long slot = at / length;
        long newest = now / length;
        long next = slot;
        long start = NEVER;
        while (start == NEVER && next <= newest) {
            start = startOf(rings, window, next++);
        }
        if (start == NEVER) {
            return total;
        }
        if (next > slot + 1) {
            return start;
        }
        long end = NEVER;
        while (end == NEVER && next <= newest) {
            end = startOf(rings, window, next++);
        }
        double share = (double) (at % length) / length;
        return start + Math.round(share * before(end == NEVER ? total : end, start));
    }

    private static long startOf(AtomicLongArray rings, int window, long slot) {
        long seen = rings.get(indexOf(window, slot));
        return seen != NEVER && seen >>> TOTAL_BITS == roundOf(slot) ? seen & TOTAL_MASK : NEVER;
    }

    /** How much was added from one total to a later one; 0 if permits were given back. */
    private static long before(long later, long earlier) {
        long more = (later - earlier) & TOTAL_MASK;
        return more > TOTAL_MASK / 2 ? 0 : more;
    }

    private static long slotLength(int window) {
        return LENGTHS[window] / SLOTS;
    }

    private static int indexOf(int window, long slot) {
        return window * RING + (int) (slot % RING);
    }

    private static long roundOf(long slot) {
        return (slot / RING) & ROUND_MASK;
    }

    private AtomicLongArray rings() {
        return LazyLongs.in(made, WINDOWS * RING, NEVER);
    }
}
