package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.Hold;
import io.github.resilience4j.adaptive.budget.Pauses;

/**
 * When a caller may leave. "Soonest" is certain: nothing but a person, or a server that takes less time than it said,
 * can make it sooner. Times are nanoseconds of the limiter's clock, {@link Pauses#FOREVER} in a stop.
 */
final class Forecast {

    /** A wait for an event that wakes nobody who only asks: the answer to a probe or of a store, the end of a call. */
    private static final long ASK_AGAIN_NANOS = 5_000_000L;

    /** Calls that never end are forgotten in time, which wakes nobody. */
    private static final long LOOK_AGAIN_NANOS = 1_000_000_000L;

    private final PermitLedger ledger;
    private final Waiters waiters;
    private final InFlightLimit inFlight;
    private final WindowLimits windows;

    Forecast(PermitLedger ledger, Waiters waiters, InFlightLimit inFlight, WindowLimits windows) {
        this.ledger = ledger;
        this.waiters = waiters;
        this.inFlight = inFlight;
        this.windows = windows;
    }

    /** No caller who comes now can leave before that. */
    long soonestForNewcomer(int permits, long now) {
        Lease lease = ledger.current();
        if (lease.open) {
            long ahead = waiters.permits();
            return Math.max(lease.timeOf(ahead, permits, now), windows.soonestFor(ahead + permits, now));
        }
        long soonest = Math.max(opening(now), windows.soonestFor(waiters.permits() + permits, now));
        if (waiters.isEmpty()) {
            return soonest;
        }
        long aheadBehindProbe = Math.max(0, waiters.permits() - waiters.permitsOfFirst());
        return Math.max(soonest, lease.timeOf(aheadBehindProbe, permits, now));
    }

    /** The first in line cannot leave before that. */
    long soonestForFirst(int permits, long now) {
        Lease lease = ledger.current();
        long flows = lease.open ? lease.timeOf(0, permits, now) : opening(now);
        return Math.max(flows, windows.soonestFor(permits, now));
    }

    /** When the first in line looks again if nobody wakes it. */
    long nextLookOfFirst(int permits, long now) {
        Lease lease = ledger.current();
        boolean probeIsOut = isProbeOut(lease, now);
        long soonest = probeIsOut ? lease.regime.probeFreeAt() : soonestForFirst(permits, now);
        boolean isForStore = soonest <= now && (probeIsOut || lease.isShortOf(permits, now));
        return isForStore || inFlight.isFull(now) ? Math.max(soonest, now + LOOK_AGAIN_NANOS) : soonest;
    }

    /** The end of a pause. */
    long opening(long now) {
        Hold hold = ledger.current().regime.hold();
        return switch (hold.stateAt(now)) {
            case STOPPED -> Pauses.FOREVER;
            case PAUSED -> hold.pauses().end();
            case PROBING, RUNNING -> now;
        };
    }

    /** Nanoseconds after which a caller who does not wait asks again, at least 1. */
    long askAgainIn(int permits, long now) {
        long time = soonestForNewcomer(permits, now);
        if (time == Pauses.FOREVER) {
            return Pauses.FOREVER;
        }
        Lease lease = ledger.current();
        boolean needsEvent = inFlight.isFull(now) || isProbeOut(lease, now) || lease.isShortOf(permits, now);
        return Math.max(needsEvent ? ASK_AGAIN_NANOS : 1, time - now);
    }

    private static boolean isProbeOut(Lease lease, long now) {
        return lease.regime.hold().stateAt(now) == Hold.State.PROBING && !lease.regime.isProbeFree(now);
    }
}
