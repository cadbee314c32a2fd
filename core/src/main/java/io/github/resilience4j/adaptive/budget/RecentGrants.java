package io.github.resilience4j.adaptive.budget;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The permits granted in the trailing window, by seconds: what a store knows of the calls a server has accepted.
 *
 * @param bySecond permits by the number of the second; never changed
 */
record RecentGrants(SortedMap<Long, Long> bySecond) {

    static final RecentGrants NONE = new RecentGrants(new TreeMap<>());

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /** Adds permits, or takes back what was not used, as far as it is known. */
    RecentGrants with(long permits, long now) {
        long second = now / NANOS_PER_SECOND;
        SortedMap<Long, Long> next = new TreeMap<>(bySecond.tailMap(second - Accepted.WINDOW_SECONDS + 1));
        if (permits >= 0) {
            next.merge(second, permits, Long::sum);
        } else {
            takeBack(next, -permits);
        }
        return new RecentGrants(next);
    }

    private static void takeBack(SortedMap<Long, Long> grants, long permits) {
        long left = permits;
        while (left > 0 && !grants.isEmpty()) {
            long newest = grants.lastKey();
            long there = grants.getOrDefault(newest, 0L);
            if (there > left) {
                grants.put(newest, there - left);
                return;
            }
            grants.remove(newest);
            left -= there;
        }
    }

    /** Of the load it is known, to the second, how many were granted when a call was sent. */
    Accepted inWindow(long now, long sentAt) {
        long second = now / NANOS_PER_SECOND;
        SortedMap<Long, Long> recent = bySecond.tailMap(second - Accepted.WINDOW_SECONDS + 1);
        long calls = 0;
        for (long permits : recent.values()) {
            calls += permits;
        }
        long first = recent.isEmpty() ? second : recent.firstKey();
        long sent = sentAt / NANOS_PER_SECOND;
        long justSent = Math.max(recent.getOrDefault(sent, 0L), recent.getOrDefault(sent - 1, 0L));
        return new Accepted(
                most(calls),
                (now - first * NANOS_PER_SECOND) / (double) NANOS_PER_SECOND,
                new Load(most(justSent), 0, Double.NaN));
    }

    private static int most(long permits) {
        return (int) Math.min(permits, Integer.MAX_VALUE);
    }
}
