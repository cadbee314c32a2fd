package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.Bucket;
import io.github.resilience4j.adaptive.budget.Refill;
import io.github.resilience4j.adaptive.budget.Regime;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The permits that may be taken under one regime: the regime and how much of what it grants is spent. Alone the lease is
 * the whole budget; of a budget that is shared it is a part of it, for a tenth of a second.
 *
 * <p>{@code spent} carries a mark in its lowest bit. Once a successor is known the mark is set, and from then on no
 * compare-and-set of a caller that still holds this lease can succeed: what was spent is final, and the successor
 * begins with exactly that. So no permit is lost or minted when the regime changes under the callers' feet.
 */
final class Lease {

    private static final VarHandle SPENT;
    private static final VarHandle BACKGROUND;
    private static final VarHandle SUCCESSOR;

    /** Answer of {@link #reserve}: as {@link Taken#RETRY}. */
    static final long RETRY_RESERVE = -2;

    private static final long SEALED = 1;
    private static final long UNSET = Long.MIN_VALUE;
    private static final int NOWHERE = -1;
    private static final long MOST_GRANTED = 1L << 60;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            SPENT = lookup.findVarHandle(Lease.class, "spent", long.class);
            BACKGROUND = lookup.findVarHandle(Lease.class, "backgroundSpent", long.class);
            SUCCESSOR = lookup.findVarHandle(Lease.class, "successor", Lease.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Regime regime;
    final boolean open;

    /** Whether refusals have taught that no more than so many may be in flight. */
    final boolean capped;

    final Bucket bucket;
    private final Refill refill;
    private final Bucket backgroundBucket;
    private final double backgroundShare;
    private final long begunAt;
    private final int emptied;

    /** Once more is granted, the count must be begun anew: it would outgrow a long, or the burst has grown. */
    private final long mostGranted;

    private volatile long spent;
    private volatile long backgroundSpent;
    private volatile @Nullable Lease successor;

    private Lease(Regime regime, long begunAt, int emptied) {
        this.regime = regime;
        this.open = regime.hold().isOpen();
        this.capped = !regime.learned().inFlight().isNothing();
        this.bucket = regime.bucket();
        this.refill = regime.refill();
        this.backgroundBucket = regime.backgroundBucket();
        this.backgroundShare = regime.settings().backgroundShare();
        this.begunAt = begunAt;
        this.emptied = emptied;
        this.mostGranted = mostGranted(regime);
        this.spent = UNSET;
        this.backgroundSpent = UNSET;
    }

    /** The first lease, with buckets as full as the regime lets them be; of a store nothing is leased yet. */
    static Lease first(Regime regime, long now) {
        Lease lease = new Lease(regime, now, 0);
        lease.backgroundSpent = -levelIn(lease.backgroundBucket, regime);
        lease.spent = -levelIn(lease.bucket, regime) << 1;
        return lease;
    }

    private static long levelIn(Bucket full, Regime regime) {
        return regime.levelAfter(full.capacity(), full.capacity());
    }

    /** Of a call that left though it would have been held: no answer to it is news, and nothing goes back. */
    static Lease unguarded(Regime regime) {
        return new Lease(regime.ofNoEpoch(), 0, NOWHERE);
    }

    private static long mostGranted(Regime regime) {
        long until = regime.bucketUntil();
        return until == Long.MAX_VALUE
                ? MOST_GRANTED
                : Math.min(MOST_GRANTED, regime.refill().countedBy(until));
    }

    /** What a caller got. */
    enum Taken {
        YES,
        /** Not enough permits yet. */
        NO,
        /** Ask the lease in force: this one is sealed or about to outgrow a long, or another caller was quicker. */
        RETRY
    }

    /** Looks at what is spent first and at the clock then, so that nobody is refused for being late with an old time. */
    Taken take(int permits, MonotonicClock clock, boolean woken) {
        long seen = spent;
        long granted = refill.grantedBy(clock.now());
        if ((seen & SEALED) != 0 || granted > mostGranted) {
            return Taken.RETRY;
        }
        long after =
                woken ? bucket.takeWhenWoken(seen >> 1, granted, permits) : bucket.take(seen >> 1, granted, permits);
        if (after == Bucket.REFUSED) {
            return Taken.NO;
        }
        return SPENT.compareAndSet(this, seen, after << 1) ? Taken.YES : Taken.RETRY;
    }

    /**
     * From the background bucket first and then from the main one; what the main one refuses goes back. A caller in
     * between may be refused a permit that is on its way back: background calls come again. The background bucket is
     * never fuller than the main one, so that polls do not take all that comes after people have emptied it.
     */
    Taken takeInBackground(int permits, MonotonicClock clock) {
        long seen = backgroundSpent;
        long now = clock.now();
        long granted = backgroundGranted(now);
        double fullness = (double) Math.max(0, level(now)) / bucket.capacity();
        long settled = Math.max(seen, granted - (long) Math.ceil(fullness * backgroundBucket.capacity()));
        long after = backgroundBucket.take(settled, granted, permits);
        if (after == Bucket.REFUSED) {
            return Taken.NO;
        }
        if (!BACKGROUND.compareAndSet(this, seen, after)) {
            return Taken.RETRY;
        }
        Taken taken = take(permits, clock, false);
        if (taken != Taken.YES) {
            BACKGROUND.getAndAdd(this, -permits * backgroundBucket.unit());
        }
        return taken;
    }

    /**
     * Books permits if they will be there in time.
     *
     * @return nanoseconds to wait, -1 if that is longer than the patience, or {@link #RETRY_RESERVE}
     */
    long reserve(int permits, long now, long patience) {
        long seen = spent;
        long granted = refill.grantedBy(now);
        if ((seen & SEALED) != 0 || granted > mostGranted) {
            return RETRY_RESERVE;
        }
        long time = refill.timeOf(bucket.neededFor(seen >> 1, granted, 0, permits));
        long wait = Math.max(0, time - now);
        if (wait > patience || bucket.isOverdrawn(seen >> 1, granted, permits)) {
            return -1;
        }
        long after = bucket.book(seen >> 1, granted, permits);
        return SPENT.compareAndSet(this, seen, after << 1) ? wait : RETRY_RESERVE;
    }

    /** Takes permits whether they are there or not. */
    boolean book(int permits, long now) {
        long seen = spent;
        return (seen & SEALED) == 0
                && SPENT.compareAndSet(this, seen, bucket.book(seen >> 1, refill.countedBy(now), permits) << 1);
    }

    /** Permits that were taken and not used; a bucket that is full by now forgets them. */
    boolean giveBack(int permits, long now) {
        long seen = spent;
        return (seen & SEALED) == 0
                && SPENT.compareAndSet(this, seen, bucket.giveBack(seen >> 1, refill.countedBy(now), permits) << 1);
    }

    void giveBackInBackground(int permits) {
        BACKGROUND.getAndAdd(this, -permits * backgroundBucket.unit());
    }

    /** When the permits will be there for a caller behind {@code ahead} permits that others wait for. */
    long timeOf(long ahead, int permits, long now) {
        return refill.timeOf(neededFor(ahead, permits, now));
    }

    /** Whether so many permits cannot come from this lease, however long one waits. */
    boolean isShortOf(int permits, long now) {
        return refill.isShortOf(neededFor(0, permits, now));
    }

    private long neededFor(long ahead, int permits, long now) {
        return bucket.neededFor(spent >> 1, refill.countedBy(now), ahead, permits);
    }

    /** Whether permits taken under the other lease would still be in the bucket had they not been taken. */
    boolean continues(Lease other) {
        return open && other.open && emptied == other.emptied;
    }

    /** Whether it is one of calls that left though they would have been held. */
    boolean isUnguarded() {
        return emptied == NOWHERE;
    }

    /** The last lease in which what this one's refill grants could be taken. */
    Lease lastOfRefill() {
        Lease last = this;
        Lease next = successor;
        while (next != null && next.refill == refill) {
            last = next;
            next = next.successor;
        }
        return last;
    }

    /** Whole permits in the bucket; negative is a debt. */
    int available(long now) {
        return (int) Math.max(Integer.MIN_VALUE, Math.floorDiv(level(now), bucket.unit()));
    }

    /** What is in the bucket, in permits; negative is a debt. */
    double content(long now) {
        return (double) level(now) / bucket.unit();
    }

    boolean isWorn(long now) {
        return refill.grantedBy(now) > mostGranted;
    }

    /** Proposes what comes next; null if another proposal was first. */
    @Nullable
    Lease propose(Regime next, long now) {
        Lease proposed = new Lease(next, Math.max(now, begunAt), next.keepsAll() ? emptied : emptied + 1);
        return SUCCESSOR.compareAndSet(this, null, proposed) ? proposed : null;
    }

    /**
     * Seals this lease and lets the successor begin with what is left. Any thread may do it, several may at once: all
     * compute the same numbers, the first to write them wins. (Only the background count is read while callers may
     * still move it; it can come out a call too low, never too high.)
     */
    Lease settle() {
        Lease next = successor;
        if (next == null) {
            return this;
        }
        long seen = spent;
        while ((seen & SEALED) == 0) {
            SPENT.compareAndSet(this, seen, seen | SEALED);
            seen = spent;
        }
        long now = next.begunAt;
        long level = isOver(next) ? Math.min(0, level(now)) : level(now);
        long left = next.regime.levelAfter(level, next.bucket.capacity());
        long background = next.regime.levelAfter(
                backgroundBucket.level(backgroundSpent, backgroundGranted(now)), next.backgroundBucket.capacity());
        BACKGROUND.compareAndSet(next, UNSET, next.backgroundGranted(now) - background);
        SPENT.compareAndSet(next, UNSET, (countedBefore(next, now) - left) << 1);
        return next;
    }

    /** What the successor's refill had granted before; a new lease brings all it grants. */
    private long countedBefore(Lease next, long now) {
        return isOver(next) ? 0 : next.refill.countedBy(now);
    }

    /** Whether the successor gets nothing of what a store had leased for this one: that goes back to the store. */
    private boolean isOver(Lease next) {
        return next.regime.isLeased() && next.refill != refill;
    }

    private long level(long now) {
        return bucket.level(spent >> 1, refill.countedBy(now));
    }

    private long backgroundGranted(long now) {
        return (long) (refill.countedBy(now) * backgroundShare);
    }
}
