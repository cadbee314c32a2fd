package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.Probe;

/** Calls in flight, with and without an identity, and the cap on both together. */
final class InFlightLimit {

    private final InFlight known = new InFlight();
    private final InFlight anonymous = new InFlight();
    private final int most;

    /** Takes the cap, 0 for none. */
    InFlightLimit(int most) {
        this.most = most;
    }

    boolean isCapped() {
        return most > 0;
    }

    boolean isFull(long now) {
        return isCapped() && count(now) >= most;
    }

    void enter(long call) {
        of(call).started();
    }

    /** Enters if there is no cap or it allows. Of several that reach for the last place at once all may fail; none exceeds it. */
    boolean tryEnter(long call, long now) {
        known.age(now);
        anonymous.age(now);
        enter(call);
        if (!isCapped() || count(now) <= most) {
            return true;
        }
        ended(call, now);
        return false;
    }

    /** Whether a call of that kind was outstanding. */
    boolean ended(long call, long now) {
        return of(call).ended(now);
    }

    int count(long now) {
        return known.count(now) + anonymous.count(now);
    }

    private InFlight of(long call) {
        return call == Probe.ANONYMOUS ? anonymous : known;
    }
}
