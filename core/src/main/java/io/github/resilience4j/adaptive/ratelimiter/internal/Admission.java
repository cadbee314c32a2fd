package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.Hold;
import io.github.resilience4j.adaptive.budget.Pauses;
import io.github.resilience4j.adaptive.budget.Probe;
import io.github.resilience4j.adaptive.budget.Regime;
import io.github.resilience4j.adaptive.ratelimiter.internal.Lease.Taken;
import io.github.resilience4j.adaptive.ratelimiter.internal.PermitLedger.Change;
import io.github.resilience4j.adaptive.ratelimiter.internal.Waiters.Waiter;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Who may leave, and when. Callers take permits from the lease in force; who finds none may wait in line. Every event
 * that changes the regime goes through {@link #apply}, which wakes whom it concerns.
 *
 * <p>A call that is granted costs one look at the lease, one at the clock and one compare-and-set, and allocates
 * nothing.
 */
final class Admission {

    /** A wait for an event that wakes nobody who only asks: an answer to a probe, the end of a call. */
    private static final long ASK_AGAIN_NANOS = 5_000_000L;

    private static final long LOOK_AGAIN_NANOS = 1_000_000_000L;
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final MonotonicClock clock;
    private final PermitLedger ledger;
    private final InFlightLimit inFlight;
    private final Waiters waiters = new Waiters(this::settleBooking);
    private final Consumer<Change> onChange;

    Admission(MonotonicClock clock, PermitLedger ledger, InFlightLimit inFlight, Consumer<Change> onChange) {
        this.clock = clock;
        this.ledger = ledger;
        this.inFlight = inFlight;
        this.onChange = onChange;
    }

    Lease lease() {
        return ledger.current();
    }

    int waiting() {
        return waiters.count();
    }

    /**
     * An event happens.
     *
     * @return what it changed; null if nothing
     */
    @Nullable
    Change apply(UnaryOperator<Regime> event) {
        long now = clock.now();
        Change change = ledger.change(now, event);
        if (change != null) {
            switch (change.after().hold().stateAt(now)) {
                case RUNNING, PROBING -> waiters.wakeFirst();
                case PAUSED, STOPPED -> waiters.wakeAll();
            }
            onChange.accept(change);
        }
        return change;
    }

    /** A call ended or was never sent: under a cap somebody else may leave. */
    void ended() {
        if (inFlight.isCapped()) {
            waiters.wakeFirst();
        }
    }

    /**
     * Leaves now or not at all; those who wait come first.
     *
     * @return the lease it left under; null if it may not
     */
    @Nullable
    Lease tryLeave(int permits, long call) {
        return waiters.isEmpty() ? leave(permits, call, false) : null;
    }

    /** The same from the background bucket. */
    @Nullable
    Lease tryLeaveInBackground(int permits, long call) {
        return waiters.isEmpty() ? leave(permits, call, true) : null;
    }

    private @Nullable Lease leave(int permits, long call, boolean background) {
        if (!inFlight.isCapped()) {
            Lease lease = take(permits, call, background);
            if (lease != null) {
                inFlight.enter(call);
            }
            return lease;
        }
        if (!inFlight.tryEnter(call, clock.now())) {
            return null;
        }
        Lease lease = take(permits, call, background);
        if (lease == null) {
            inFlight.ended(call, clock.now());
        }
        return lease;
    }

    private @Nullable Lease take(int permits, long call, boolean background) {
        while (true) {
            Lease lease = ledger.current();
            long now = clock.now();
            if (!lease.open) {
                if (leavesAsProbe(lease, call, now)) {
                    return lease;
                }
                if (ledger.current() == lease) {
                    return null;
                }
                continue;
            }
            Taken taken = background ? lease.takeInBackground(permits, now) : lease.take(permits, now);
            switch (taken) {
                case YES -> {
                    return lease;
                }
                case NO -> {
                    return null;
                }
                case RETRY -> retry(lease, now);
            }
        }
    }

    private boolean leavesAsProbe(Lease lease, long call, long now) {
        return lease.regime.isProbeFree(now) && ledger.change(now, regime -> regime.probedBy(call, now)) != null;
    }

    /** Either the lease is at its end, or another caller was quicker: then a moment's rest beats trying at once. */
    private void retry(Lease lease, long now) {
        ledger.advance(now);
        if (ledger.current() == lease) {
            LockSupport.parkNanos(1);
        }
    }

    /**
     * Leaves within a time, waiting in line for it.
     *
     * @param patience nanoseconds, 0 or more
     * @return the lease it left under; null if it could not, or was interrupted
     */
    @Nullable
    Lease leaveWithin(int permits, long call, long patience) {
        Lease lease = tryLeave(permits, call);
        if (lease != null || patience == 0) {
            return lease;
        }
        long now = clock.now();
        long deadline = Pauses.after(now, patience);
        return isTooLate(soonestForNewcomer(permits, now), deadline) ? null : waitInLine(permits, call, deadline);
    }

    private @Nullable Lease waitInLine(int permits, long call, long deadline) {
        Waiter waiter = waiters.join(permits);
        try {
            while (!Thread.currentThread().isInterrupted()) {
                boolean first = waiters.isFirst(waiter);
                Lease lease = first ? leave(permits, call, false) : null;
                if (lease != null) {
                    return lease;
                }
                long now = clock.now();
                if (now >= deadline || isTooLate(first ? soonestForFirst(permits, now) : opening(now), deadline)) {
                    return null;
                }
                long until = first ? Math.min(deadline, lookAgainAt(permits, now)) : deadline;
                LockSupport.parkNanos(this, Math.max(1, until - now));
            }
            return null;
        } finally {
            waiters.leave(waiter);
        }
    }

    /**
     * Books permits for a caller that will come back by itself.
     *
     * @param patience nanoseconds, 0 or more
     * @return nanoseconds until it may leave, whole milliseconds; negative if that is too long or unknown
     */
    long reserve(int permits, long patience) {
        while (waiters.isEmpty()) {
            Lease lease = ledger.current();
            long now = clock.now();
            if (!lease.open || inFlight.isFull(now)) {
                return tryLeave(permits, Probe.ANONYMOUS) == null ? -1 : 0;
            }
            long wait = lease.reserve(permits, now, patience);
            if (wait != Lease.RETRY_RESERVE) {
                if (wait >= 0) {
                    inFlight.enter(Probe.ANONYMOUS);
                }
                return wholeMillis(wait);
            }
            retry(lease, now);
        }
        return reserveInLine(permits, patience);
    }

    private long reserveInLine(int permits, long patience) {
        Lease lease = ledger.current();
        long now = clock.now();
        long wait = lease.open && !inFlight.isFull(now) ? lease.timeOf(waiters.permits(), permits, now) - now : -1;
        if (wait < 0 || wait > patience) {
            return -1;
        }
        waiters.book(permits);
        inFlight.enter(Probe.ANONYMOUS);
        return wholeMillis(wait);
    }

    private void settleBooking(int permits) {
        while (true) {
            Lease lease = ledger.current();
            long now = clock.now();
            if (lease.book(permits, now)) {
                return;
            }
            retry(lease, now);
        }
    }

    /** Permits of a call that was never sent, unless a pause has emptied the bucket since. */
    void giveBack(int permits, Lease from, boolean background) {
        while (from.open) {
            Lease lease = ledger.current();
            if (!lease.open || lease.regime.epoch() != from.regime.epoch()) {
                return;
            }
            if (lease.giveBack(permits)) {
                if (background) {
                    lease.giveBackInBackground(permits);
                }
                waiters.wakeFirst();
                return;
            }
            retry(lease, clock.now());
        }
    }

    /** Nanoseconds after which it is worth asking again, at least 1; {@link Pauses#FOREVER} when a person must resume. */
    long askAgainIn(int permits) {
        long now = clock.now();
        Lease lease = ledger.current();
        if (lease.open ? inFlight.isFull(now) : isProbeOut(lease, now)) {
            return ASK_AGAIN_NANOS;
        }
        long time = soonestForNewcomer(permits, now);
        return time == Pauses.FOREVER ? Pauses.FOREVER : Math.max(1, time - now);
    }

    /** No caller who comes now can leave before that. */
    private long soonestForNewcomer(int permits, long now) {
        Lease lease = ledger.current();
        if (lease.open) {
            return lease.timeOf(waiters.permits(), permits, now);
        }
        if (waiters.isEmpty()) {
            return opening(now);
        }
        long aheadBehindProbe = Math.max(0, waiters.permits() - waiters.permitsOfFirst());
        return Math.max(opening(now), lease.timeOf(aheadBehindProbe, permits, now));
    }

    private long soonestForFirst(int permits, long now) {
        Lease lease = ledger.current();
        return lease.open ? lease.timeOf(0, permits, now) : opening(now);
    }

    /** When the first in line looks again if nobody wakes it. */
    private long lookAgainAt(int permits, long now) {
        Lease lease = ledger.current();
        if (isProbeOut(lease, now)) {
            return lease.regime.probeFreeAt();
        }
        return inFlight.isFull(now) ? now + LOOK_AGAIN_NANOS : soonestForFirst(permits, now);
    }

    /** The end of a pause; never in a stop. */
    private long opening(long now) {
        Hold hold = ledger.current().regime.hold();
        return switch (hold.stateAt(now)) {
            case STOPPED -> Pauses.FOREVER;
            case PAUSED -> hold.pauses().end();
            case PROBING, RUNNING -> now;
        };
    }

    private static boolean isTooLate(long time, long deadline) {
        return time > deadline || time == Pauses.FOREVER;
    }

    private static boolean isProbeOut(Lease lease, long now) {
        return lease.regime.hold().stateAt(now) == Hold.State.PROBING && !lease.regime.isProbeFree(now);
    }

    private static long wholeMillis(long nanos) {
        return nanos <= 0 || nanos > Long.MAX_VALUE - NANOS_PER_MILLI
                ? nanos
                : (nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI * NANOS_PER_MILLI;
    }
}
