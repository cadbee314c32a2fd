package io.github.resilience4j.adaptive.budget;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is spent of that which a {@link Regime} grants, in total and by those who are capped inside the total. Pure.
 *
 * @param regime what holds
 * @param spent units spent in total
 * @param capped units spent by name of the cap; never changed
 * @param recent what was granted lately
 */
record PermitBooks(Regime regime, long spent, SortedMap<String, Long> capped, RecentGrants recent) {

    private static final long MOST_GRANTED = 1L << 50;

    /**
     * A part of the rate and of the burst that nobody of a kind exceeds.
     *
     * @param name of the kind
     * @param share of the total, in (0, 1]
     */
    record Cap(String name, double share) {}

    /** With a full bucket. */
    static PermitBooks full(Regime regime) {
        return new PermitBooks(regime, -regime.bucket().capacity(), new TreeMap<>(), RecentGrants.NONE);
    }

    /** Nanoseconds until so many permits may leave, 0 or more. */
    long waitFor(int permits, List<Cap> caps, long now) {
        Refill refill = regime.refill();
        long time = refill.timeOf(regime.bucket().neededFor(spent, granted(now), 0, permits));
        for (Cap cap : caps) {
            long needed = bucketOf(cap).neededFor(spentOf(cap), grantedTo(cap, now), 0, permits);
            time = Math.max(time, refill.timeOf((long) Math.ceil(needed / cap.share())));
        }
        return Math.max(0, time - now);
    }

    /** Whole permits that are there, for those under the caps. */
    long available(List<Cap> caps, long now) {
        long least = Math.floorDiv(
                regime.bucket().level(spent, granted(now)), regime.settings().unit());
        for (Cap cap : caps) {
            long level = bucketOf(cap).level(spentOf(cap), grantedTo(cap, now));
            least = Math.min(least, Math.floorDiv(level, regime.settings().unit()));
        }
        return Math.max(0, least);
    }

    boolean isOverdrawn(int permits, long now) {
        return regime.bucket().isOverdrawn(spent, granted(now), permits);
    }

    /** Takes permits whether they are there or not. */
    PermitBooks book(int permits, List<Cap> caps, long now) {
        SortedMap<String, Long> next = new TreeMap<>(capped);
        for (Cap cap : caps) {
            next.put(cap.name(), bucketOf(cap).book(spentOf(cap), grantedTo(cap, now), permits));
        }
        return new PermitBooks(
                regime, regime.bucket().book(spent, granted(now), permits), next, recent.with(permits, now));
    }

    /** Gives back permits; {@code onlyToDebts} leaves in the bucket no more than is there. */
    PermitBooks giveBack(int permits, boolean onlyToDebts, List<Cap> caps, long now) {
        long units = permits * regime.settings().unit();
        SortedMap<String, Long> next = new TreeMap<>(capped);
        for (Cap cap : caps) {
            next.put(cap.name(), lessSpent(spentOf(cap), grantedTo(cap, now), units, onlyToDebts));
        }
        long less = lessSpent(spent, granted(now), units, onlyToDebts);
        return new PermitBooks(regime, less, next, recent.with(-permits, now));
    }

    private static long lessSpent(long spent, long granted, long units, boolean onlyToDebts) {
        return onlyToDebts ? Math.min(spent, Math.max(granted, spent - units)) : spent - units;
    }

    /** What is left when another regime takes over. */
    PermitBooks under(Regime next, long now) {
        if (next.equals(regime)) {
            return this;
        }
        long left = next.levelAfter(
                regime.bucket().level(spent, granted(now)), next.bucket().capacity());
        return new PermitBooks(next, next.refill().countedBy(now) - left, cappedUnder(next, now), recent);
    }

    private SortedMap<String, Long> cappedUnder(Regime next, long now) {
        long change = next.refill().countedBy(now) - granted(now);
        SortedMap<String, Long> moved = new TreeMap<>();
        capped.forEach((name, units) -> moved.put(name, units + change));
        return moved;
    }

    /** Nothing in the bucket; debts stay. */
    PermitBooks emptied(long now) {
        return new PermitBooks(regime, Math.max(spent, granted(now)), capped, recent);
    }

    /** The same with smaller numbers, before they outgrow what a double counts exactly. */
    PermitBooks rebasedIfWorn(long now) {
        return granted(now) > MOST_GRANTED ? under(regime.rebased(now), now) : this;
    }

    private long granted(long now) {
        return regime.refill().countedBy(now);
    }

    private long grantedTo(Cap cap, long now) {
        return (long) (granted(now) * cap.share());
    }

    private long spentOf(Cap cap) {
        Long units = capped.get(cap.name());
        return units == null ? -bucketOf(cap).capacity() : units;
    }

    private Bucket bucketOf(Cap cap) {
        return Bucket.holding(
                Math.max(1, cap.share() * regime.settings().burst()),
                regime.settings().unit());
    }
}
