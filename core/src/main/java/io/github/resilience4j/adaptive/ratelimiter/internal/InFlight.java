package io.github.resilience4j.adaptive.ratelimiter.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts calls that left and have not been answered, where an answer may never come: a cancelled or empty reactive
 * stream, an {@code Error}, a caller that forgets. Such calls are forgotten after one to two minutes.
 *
 * <p>Calls that leave are counted as young, without a look at the clock. Whoever brings an answer, or asks under a cap,
 * makes the young ones old once a minute has passed since that was last done, and drops those that were old already. An
 * answer is taken off the young ones first, so that what is left to age is what was never answered.
 */
final class InFlight {

    private static final VarHandle COUNTS;
    private static final VarHandle GENERATION;
    private static final VarHandle GONE;
    private static final long GENERATION_NANOS = 60_000_000_000L;
    private static final long FORGIVEN = 10;
    private static final long OLD = 1L << 32;
    private static final long YOUNG_MASK = OLD - 1;

    /** Calls whose end nobody ever tells must not run over into the old ones. */
    private static final long HALF = OLD / 2;

    /** Two of these fit into an int. */
    private static final long MOST = (1L << 30) - 1;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            COUNTS = lookup.findVarHandle(InFlight.class, "counts", long.class);
            GENERATION = lookup.findVarHandle(InFlight.class, "generation", long.class);
            GONE = lookup.findVarHandle(InFlight.class, "gone", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The old generation in the upper half, the young one in the lower. */
    private volatile long counts;

    private volatile long generation;
    private volatile long generationBefore = -1;

    /** The last generation that began with forgetting some. */
    private volatile long forgetful = -FORGIVEN - 1;

    /** Calls that left and are not counted any more: answered or forgotten. */
    private volatile long gone;

    void started() {
        long before = (long) COUNTS.getAndAdd(this, 1L);
        if ((before & YOUNG_MASK) > HALF) {
            forgetHalf();
        }
    }

    /** Once, however many find that there are too many; if it fails, whoever comes next tries again. */
    private void forgetHalf() {
        long seen = counts;
        if ((seen & YOUNG_MASK) > HALF && COUNTS.compareAndSet(this, seen, seen - HALF)) {
            GONE.getAndAdd(this, HALF);
        }
    }

    /** Whether a call was outstanding that this can be the answer to. */
    boolean ended(long now) {
        boolean outstanding = unsent(now);
        if (outstanding) {
            GONE.getAndAdd(this, 1L);
        }
        return outstanding;
    }

    /**
     * The end of a call of which it is known in which generation it was counted. Taken off the young ones, an old one would
     * be left over that is not in flight any more; then whoever is busy all the time would see ever fewer calls than there
     * are.
     */
    void ended(long countedIn, long now) {
        if (unsent(countedIn, now)) {
            GONE.getAndAdd(this, 1L);
        }
    }

    /** A call was counted in a generation and never left. */
    boolean unsent(long countedIn, long now) {
        age(now);
        while (true) {
            long seen = counts;
            boolean young = countedIn == generation && (seen & YOUNG_MASK) > 0;
            boolean old = countedIn == generationBefore && seen >>> 32 > 0;
            if (!young && !old) {
                return false;
            }
            if (COUNTS.compareAndSet(this, seen, young ? seen - 1 : seen - OLD)) {
                return true;
            }
        }
    }

    /** In which generation a call that has just left is counted. */
    long generation() {
        return generation;
    }

    /** A call was counted that never left. */
    boolean unsent(long now) {
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
        boolean oldOnesCount = now / GENERATION_NANOS <= generation;
        return (int) Math.min(MOST, (seen & YOUNG_MASK) + (oldOnesCount ? seen >>> 32 : 0));
    }

    /** Calls that leave or end between the two steps are counted in either generation; none is lost. */
    void age(long now) {
        long seen = generation;
        long current = now / GENERATION_NANOS;
        if (current > seen && GENERATION.compareAndSet(this, seen, current)) {
            generationBefore = seen;
            long before;
            do {
                before = counts;
            } while (!COUNTS.compareAndSet(this, before, (before & YOUNG_MASK) << 32));
            GONE.getAndAdd(this, before >>> 32);
            if (before >= OLD) {
                forgetful = current;
            }
        }
    }

    /** Whether calls were forgotten in the last ten minutes. */
    boolean hasForgotten(long now) {
        return now / GENERATION_NANOS - forgetful <= FORGIVEN;
    }

    /** Calls that ever left. Read while calls end, it may leave some of those out for a moment. */
    long startedEver() {
        long left = gone;
        long seen = counts;
        return left + (seen & YOUNG_MASK) + (seen >>> 32);
    }
}
