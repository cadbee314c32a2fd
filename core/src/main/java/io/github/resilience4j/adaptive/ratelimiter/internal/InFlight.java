package io.github.resilience4j.adaptive.ratelimiter.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts calls that left and have not been answered, where an answer may never come: a cancelled or empty reactive
 * stream, an {@code Error}, a caller that forgets. Such calls are forgotten after one to two minutes.
 *
 * <p>Calls are counted in the generation in which they left, a minute long; the count of the generation before is kept,
 * older ones are dropped. An answer is taken off the young generation first, so that what is left to age is what was
 * never answered.
 */
final class InFlight {

    private static final VarHandle COUNTS;
    private static final VarHandle GENERATION;
    private static final long GENERATION_NANOS = 60_000_000_000L;
    private static final long OLD = 1L << 32;
    private static final long YOUNG_MASK = OLD - 1;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            COUNTS = lookup.findVarHandle(InFlight.class, "counts", long.class);
            GENERATION = lookup.findVarHandle(InFlight.class, "generation", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The old generation in the upper half, the young one in the lower. */
    private volatile long counts;

    private volatile long generation;

    void started() {
        COUNTS.getAndAdd(this, 1L);
    }

    /** Whether a call was outstanding that this can be the answer to. */
    boolean ended(long now) {
        age(now);
        while (true) {
            long seen = counts;
            long fewer;
            if ((seen & YOUNG_MASK) > 0) {
                fewer = seen - 1;
            } else if (seen > 0) {
                fewer = seen - OLD;
            } else {
                return false;
            }
            if (COUNTS.compareAndSet(this, seen, fewer)) {
                return true;
            }
        }
    }

    /** Reading forgets nothing; it only leaves out what is too old. */
    int count(long now) {
        long seen = counts;
        long passed = now / GENERATION_NANOS - generation;
        if (passed <= 0) {
            return (int) ((seen >>> 32) + (seen & YOUNG_MASK));
        }
        return passed == 1 ? (int) (seen & YOUNG_MASK) : 0;
    }

    private void age(long now) {
        long seen = generation;
        long current = now / GENERATION_NANOS;
        if (current > seen && GENERATION.compareAndSet(this, seen, current)) {
            boolean keep = current == seen + 1;
            long before;
            do {
                before = counts;
            } while (!COUNTS.compareAndSet(this, before, keep ? (before & YOUNG_MASK) << 32 : 0L));
        }
    }
}
