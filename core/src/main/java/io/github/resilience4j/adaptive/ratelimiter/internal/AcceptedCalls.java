package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.Accepted;
import io.github.resilience4j.adaptive.budget.Load;
import io.github.resilience4j.adaptive.internal.LazyLongs;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The permits of the calls that the server accepted in the trailing window, in slots of a tenth of a second. A slot
 * holds the number of its tenth and a count; a writer that finds an older number starts the slot anew.
 */
final class AcceptedCalls {

    private static final long SLOT_NANOS = 100_000_000L;
    private static final int SLOTS = (int) (Accepted.WINDOW_SECONDS * 1_000_000_000L / SLOT_NANOS);
    private static final int COUNT_BITS = 28;
    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;

    /** Made with the first call: of limiters that are made for each key, many never see one. */
    private final AtomicReference<@Nullable AtomicLongArray> made = new AtomicReference<>();

    private AtomicLongArray slots() {
        return LazyLongs.in(made, SLOTS, -1L << COUNT_BITS);
    }

    void add(int permits, long now) {
        long tenth = now / SLOT_NANOS;
        int slot = (int) (tenth % SLOTS);
        AtomicLongArray slots = slots();
        while (true) {
            long seen = slots.get(slot);
            long kept = seen >> COUNT_BITS == tenth ? seen : tenth << COUNT_BITS;
            if ((kept & COUNT_MASK) + permits > COUNT_MASK || slots.compareAndSet(slot, seen, kept + permits)) {
                return;
            }
        }
    }

    Accepted inWindow(long now, Load load) {
        long newest = now / SLOT_NANOS;
        long first = newest;
        long permits = 0;
        AtomicLongArray slots = slots();
        for (int i = 0; i < SLOTS; i++) {
            long seen = slots.get(i);
            long tenth = seen >> COUNT_BITS;
            if (tenth > newest - SLOTS && tenth <= newest && (seen & COUNT_MASK) > 0) {
                permits += seen & COUNT_MASK;
                first = Math.min(first, tenth);
            }
        }
        return new Accepted((int) Math.min(permits, Integer.MAX_VALUE), (now - first * SLOT_NANOS) / 1e9, load);
    }
}
