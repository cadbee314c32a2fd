package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.Probe;

/**
 * Calls in flight, with and without an identity, and the cap on both together: the one that was set, or the one that
 * refusals have taught if that is lower. A learned cap does not hold where calls end without a word, for there nobody knows
 * how many are in flight.
 */
final class InFlightLimit {

    private final InFlight known = new InFlight();
    private final InFlight anonymous = new InFlight();
    private final int most;
    private final PermitLedger ledger;

    /** Takes the cap, 0 for none but a learned one. */
    InFlightLimit(int most, PermitLedger ledger) {
        this.most = most;
        this.ledger = ledger;
    }

    boolean isCapped() {
        return most > 0 || ledger.current().capped;
    }

    boolean isFull(long now) {
        return isCapped() && count(now) >= mostAt(now);
    }

    void enter(long call) {
        of(call).started();
    }

    /** Enters if there is no cap or it allows. Of several that reach for the last place at once all may fail; none exceeds it. */
    boolean tryEnter(long call, long now) {
        known.age(now);
        anonymous.age(now);
        enter(call);
        if (!isCapped() || count(now) <= mostAt(now)) {
            return true;
        }
        unsent(call, now);
        return false;
    }

    /** A call with an identity ended. */
    void ended(TrackedPermit permit, long now) {
        known.ended(permit.generation(), now);
    }

    /** A call with an identity never left. */
    void unsent(TrackedPermit permit, long now) {
        known.unsent(permit.generation(), now);
    }

    /** In which generation a call with an identity that has just left is counted. */
    long generation() {
        return known.generation();
    }

    /** Whether a call without one was outstanding. */
    boolean endedAnonymous(long now) {
        return anonymous.ended(now);
    }

    /** A call that entered never left. */
    void unsent(long call, long now) {
        of(call).unsent(now);
    }

    /** Calls that ever left. */
    long startedEver() {
        return known.startedEver() + anonymous.startedEver();
    }

    int count(long now) {
        return known.count(now) + anonymous.count(now);
    }

    /** Whether calls were forgotten lately because nobody told their end. */
    boolean isUnsure(long now) {
        return known.hasForgotten(now) || anonymous.hasForgotten(now);
    }

    private int mostAt(long now) {
        int set = most > 0 ? most : Integer.MAX_VALUE;
        int learned = ledger.current().regime.mostInFlightAt(now);
        return learned == 0 || isUnsure(now) ? set : Math.min(set, learned);
    }

    private InFlight of(long call) {
        return call == Probe.ANONYMOUS ? anonymous : known;
    }
}
