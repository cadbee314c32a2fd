package io.github.resilience4j.adaptive.budget;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is spent of that which a {@link Regime} grants, in total and by those who are capped inside the total. Pure.
 *
 * @param regime what holds
 * @param spent units spent in total
 * @param capped what those under a cap have spent, by its name; never changed
 * @param recent what was granted lately
 */
record PermitBooks(Regime regime, long spent, SortedMap<String, Capped> capped, RecentGrants recent) {

    /** Books are begun anew before they outgrow what a double counts exactly. */
    private static final long MOST_GRANTED = 1L << 50;

    private static final long MOST_DEBT = 1L << 51;

    /**
     * A part of the rate and of the burst that nobody of a kind exceeds.
     *
     * @param name of the kind
     * @param share of the total, in (0, 1]
     */
    record Cap(String name, double share) {}

    /**
     * What a kind has spent.
     *
     * @param share the part of the total it was counted against
     * @param spent units
     */
    record Capped(double share, long spent) {}

    /** With a full bucket. */
    static PermitBooks full(Regime regime) {
        return new PermitBooks(regime, -regime.bucket().capacity(), new TreeMap<>(), RecentGrants.NONE);
    }

    /** Nanoseconds until so many permits may leave, 0 or more; {@link Pauses#FOREVER} beyond the clock. */
    long waitFor(int permits, List<Cap> caps, long now) {
        Refill refill = regime.refill();
        long time = refill.timeOf(regime.bucket().neededFor(spent, granted(now), 0, permits));
        for (Cap cap : caps) {
            long needed = bucketOf(cap.share()).neededFor(spentOf(cap, now), grantedTo(cap.share(), now), 0, permits);
            time = Math.max(time, refill.timeOf((long) Math.ceil(needed / cap.share())));
        }
        return time == Pauses.FOREVER ? time : Math.max(0, time - now);
    }

    /** Whole permits that are there, for those under the caps. */
    long available(List<Cap> caps, long now) {
        long least = level(now);
        for (Cap cap : caps) {
            least = Math.min(least, levelOf(cap, now));
        }
        return Math.max(0, Math.floorDiv(least, StoreTime.UNIT));
    }

    /** Whether so much is owed that nothing more can be booked. */
    boolean isOverdrawn(int permits, long now) {
        return level(now) - permits * StoreTime.UNIT < -MOST_DEBT;
    }

    /** Takes permits whether they are there or not. */
    PermitBooks book(int permits, List<Cap> caps, long now) {
        long units = permits * StoreTime.UNIT;
        return filled((level, bucket) -> level - units, permits, caps, now);
    }

    /** Gives back permits; {@code onlyToDebts} leaves in the bucket no more than is there. */
    PermitBooks giveBack(int permits, boolean onlyToDebts, List<Cap> caps, long now) {
        long units = permits * StoreTime.UNIT;
        return filled((level, bucket) -> more(level, units, onlyToDebts, bucket), -(long) permits, caps, now);
    }

    /** What is in a bucket after a command. */
    private interface Filling {
        long after(long level, Bucket bucket);
    }

    private PermitBooks filled(Filling filling, long permits, List<Cap> caps, long now) {
        SortedMap<String, Capped> next = new TreeMap<>(capped);
        for (Cap cap : caps) {
            long left = filling.after(levelOf(cap, now), bucketOf(cap.share()));
            next.put(cap.name(), new Capped(cap.share(), spentAt(left, grantedTo(cap.share(), now))));
        }
        long left = filling.after(level(now), regime.bucket());
        return new PermitBooks(regime, spentAt(left, granted(now)), next, recent.with(permits, now));
    }

    private static long more(long level, long units, boolean onlyToDebts, Bucket bucket) {
        return onlyToDebts ? Math.max(level, Math.min(0, level + units)) : Math.min(level + units, bucket.capacity());
    }

    /** What is left when another regime takes over. */
    PermitBooks under(Regime next, long now) {
        if (next.equals(regime)) {
            return this;
        }
        long left = next.levelAfter(level(now), next.bucket().capacity());
        return new PermitBooks(next, next.refill().countedBy(now) - left, cappedUnder(next, now), recent);
    }

    private SortedMap<String, Capped> cappedUnder(Regime next, long now) {
        SortedMap<String, Capped> moved = new TreeMap<>();
        capped.forEach((name, cap) -> {
            double share = cap.share();
            long left = next.levelAfter(
                    bucketOf(share).level(cap.spent(), grantedTo(share, now)),
                    bucketOf(next, share).capacity());
            moved.put(name, new Capped(share, partOf(next.refill().countedBy(now), share) - left));
        });
        return moved;
    }

    /** Nothing in the bucket; debts stay. */
    PermitBooks emptied(long now) {
        return new PermitBooks(regime, Math.max(spent, granted(now)), capped, recent);
    }

    /** The same with smaller numbers, before they outgrow what a double counts exactly, or with a burst that has grown. */
    PermitBooks rebasedIfWorn(long now) {
        return granted(now) > MOST_GRANTED || regime.isBucketOutgrown(now) ? under(regime.rebased(now), now) : this;
    }

    private long level(long now) {
        return regime.bucket().level(spent, granted(now));
    }

    private long levelOf(Cap cap, long now) {
        return bucketOf(cap.share()).level(spentOf(cap, now), grantedTo(cap.share(), now));
    }

    private long granted(long now) {
        return regime.refill().countedBy(now);
    }

    private long grantedTo(double share, long now) {
        return partOf(granted(now), share);
    }

    private static long partOf(long units, double share) {
        return (long) (units * share);
    }

    /** Members of one kind may have been told different shares: then what is left of the one is left of the other. */
    private long spentOf(Cap cap, long now) {
        @Nullable Capped known = capped.get(cap.name());
        if (known == null) {
            return -bucketOf(cap.share()).capacity();
        }
        return grantedTo(cap.share(), now)
                - bucketOf(known.share()).level(known.spent(), grantedTo(known.share(), now));
    }

    private static long spentAt(long level, long granted) {
        return granted + Math.min(-level, MOST_DEBT);
    }

    private Bucket bucketOf(double share) {
        return bucketOf(regime, share);
    }

    private static Bucket bucketOf(Regime regime, double share) {
        return Bucket.holding(Math.max(1, share * regime.burst()), StoreTime.UNIT);
    }
}
