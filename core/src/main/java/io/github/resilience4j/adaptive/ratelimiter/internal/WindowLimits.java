package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.ratelimiter.AdditionalLimit;
import java.util.List;

/** All known limits besides the budget's own: who enters must fit into each of them. */
final class WindowLimits {

    private final WindowLimit[] limits;

    WindowLimits(List<AdditionalLimit> known) {
        this.limits = known.stream()
                .map(limit -> new WindowLimit(limit.permits(), limit.period().toNanos()))
                .toArray(WindowLimit[]::new);
    }

    boolean isEmpty() {
        return limits.length == 0;
    }

    /** The most that can enter at once. */
    int mostPermits() {
        int most = Integer.MAX_VALUE;
        for (WindowLimit limit : limits) {
            most = Math.min(most, limit.permits());
        }
        return most;
    }

    boolean tryEnter(int permits, long at) {
        for (int i = 0; i < limits.length; i++) {
            if (!limits[i].tryEnter(permits, at)) {
                for (int entered = 0; entered < i; entered++) {
                    limits[entered].add(-permits, at);
                }
                return false;
            }
        }
        return true;
    }

    /** Enters for a moment to come, if that is near enough to be booked. */
    boolean tryBook(int permits, long at, long now) {
        for (WindowLimit limit : limits) {
            if (!limit.reachesTo(at, now)) {
                return false;
            }
        }
        return tryEnter(permits, at);
    }

    /** Counts permits at a moment to come where that is near enough, whether they fit or not. */
    void addAhead(int permits, long at, long now) {
        for (WindowLimit limit : limits) {
            if (limit.reachesTo(at, now)) {
                limit.add(permits, at);
            }
        }
    }

    /** Counts permits whether they fit or not; negative ones are taken back. */
    void add(int permits, long at) {
        for (WindowLimit limit : limits) {
            limit.add(permits, at);
        }
    }

    /** A moment before which so many permits, one behind the other, cannot all have entered. */
    long soonestFor(long permits, long now) {
        long soonest = now;
        for (WindowLimit limit : limits) {
            soonest = Math.max(soonest, limit.soonestFor(permits, now));
        }
        return soonest;
    }
}
