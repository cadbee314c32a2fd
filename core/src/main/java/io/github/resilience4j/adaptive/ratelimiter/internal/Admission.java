package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.BudgetPriority;
import io.github.resilience4j.adaptive.budget.Pauses;
import io.github.resilience4j.adaptive.budget.Probe;
import io.github.resilience4j.adaptive.budget.Regime;
import io.github.resilience4j.adaptive.ratelimiter.internal.Lease.Taken;
import io.github.resilience4j.adaptive.ratelimiter.internal.PermitLedger.Change;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Who may leave now: takes permits from the lease in force, or the place of the probe. Every event that changes the
 * regime goes through {@link #apply}, which wakes whom it concerns. Those who wait are in {@link Line}.
 *
 * <p>A call that is granted costs one look at the lease, one at the clock and one compare-and-set, and allocates
 * nothing.
 */
final class Admission implements Entrance {

    private static final long NANOS_PER_MILLI = 1_000_000L;

    private enum Lane {
        INTERACTIVE,
        /** First in line, woken because permits are due. */
        IN_TURN,
        BACKGROUND
    }

    private final MonotonicClock clock;
    private final PermitLedger ledger;
    private final InFlightLimit inFlight;
    private final WindowLimits windows;
    private final boolean windowed;
    private final Waiters waiters = new Waiters(this::settleBooking);
    private final Line line;
    private final Reports reports;
    private volatile Supply supply = Supply.NONE;
    private volatile Memory memory = Memory.NONE;

    Admission(
            MonotonicClock clock, PermitLedger ledger, InFlightLimit inFlight, WindowLimits windows, Reports reports) {
        this.clock = clock;
        this.ledger = ledger;
        this.inFlight = inFlight;
        this.windows = windows;
        this.windowed = !windows.isEmpty();
        this.line = new Line(clock, this, waiters, new Forecast(ledger, waiters, inFlight, windows), reports);
        this.reports = reports;
    }

    /** Permits come from a store from now on. */
    void drawFrom(Supply shared) {
        supply = shared;
    }

    Supply supply() {
        return supply;
    }

    /** What happens from now on is to be remembered. */
    void rememberIn(Memory stored) {
        memory = stored;
    }

    Memory memory() {
        return memory;
    }

    /** Where callers wait who may not leave now. */
    Line line() {
        return line;
    }

    Lease lease() {
        return ledger.current();
    }

    /** Whole permits in the bucket; negative is a debt. */
    int available() {
        long now = clock.now();
        return ledger.currentAt(now).available(now);
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
                case PAUSED, STOPPED -> line.closed(now);
            }
            reports.changed(change);
            memory.changed(change);
        }
        return change;
    }

    /** What is in the bucket is given up; debts stay. */
    void drain() {
        long now = clock.now();
        int lost = ledger.currentAt(now).available(now);
        apply(regime -> regime.drained(now));
        reports.drained(lost);
    }

    /** A call ended, was never sent or weighs less: under a cap or a known limit somebody else may leave. */
    void ended() {
        if (isLimited()) {
            waiters.wakeFirst();
        }
    }

    /** Those who wait come first. */
    @Override
    public @Nullable Lease tryLeave(int permits, long call) {
        return waiters.isEmpty() ? leave(permits, call, Lane.INTERACTIVE) : null;
    }

    @Override
    public @Nullable Lease tryLeaveInBackground(int permits, long call) {
        return waiters.isEmpty() ? leave(permits, call, Lane.BACKGROUND) : null;
    }

    /** A store's answer is awaited without a thread. */
    @Override
    public void leaveLaterInBackground(int permits, long call, Consumer<@Nullable Lease> end) {
        Lease lease = ledger.current();
        if (isLimited() || !lease.open || !lease.regime.isLeased() || !waiters.isEmpty()) {
            end.accept(tryLeaveInBackground(permits, call));
            return;
        }
        var unused = supply.reserveLater(permits, 0, BudgetPriority.BACKGROUND).thenAccept(wait -> {
            Lease granted = wait == 0 && isStillOpen(lease, permits) ? lease : null;
            if (granted != null) {
                inFlight.enter(call);
            }
            end.accept(granted);
        });
    }

    /** An interrupted caller takes nothing: Resilience4j looks at the flag afterwards and would lose the permit. */
    @Override
    public @Nullable Lease leaveWithin(int permits, long call, long patience) {
        return Thread.currentThread().isInterrupted() ? null : line.leaveWithin(permits, call, patience);
    }

    @Override
    public @Nullable AsyncWait leaveLater(int permits, long call, long patience, Consumer<@Nullable Lease> end) {
        return line.leaveLater(permits, call, patience, end);
    }

    @Override
    public long askAgainIn(int permits) {
        return line.askAgainIn(permits);
    }

    /** The one who is first in line leaves now; null if it may not. */
    @Nullable
    Lease leaveInTurn(int permits, long call) {
        return leave(permits, call, Lane.IN_TURN);
    }

    private @Nullable Lease leave(int permits, long call, Lane lane) {
        if (isLimited()) {
            return leaveUnderLimits(permits, call, lane);
        }
        Lease lease = take(permits, call, lane);
        if (lease != null) {
            inFlight.enter(call);
        }
        return lease;
    }

    private @Nullable Lease leaveUnderLimits(int permits, long call, Lane lane) {
        long now = clock.now();
        if (!inFlight.tryEnter(call, now)) {
            return null;
        }
        Lease lease = null;
        if (windows.tryEnter(permits, now)) {
            lease = take(permits, call, lane);
            if (lease == null) {
                windows.add(-permits, now);
            }
        }
        if (lease == null) {
            inFlight.unsent(call, now);
            wakeWhoMetThis(lane);
        }
        return lease;
    }

    private boolean isLimited() {
        return windowed || inFlight.isCapped();
    }

    /** Who came between a newcomer's attempt and its failure has seen less room than there is. */
    private void wakeWhoMetThis(Lane lane) {
        if (lane != Lane.IN_TURN) {
            waiters.wakeFirst();
        }
    }

    private @Nullable Lease take(int permits, long call, Lane lane) {
        while (true) {
            Lease lease = ledger.current();
            if (!lease.open) {
                if (leavesAsProbe(lease, call, clock.now())) {
                    return lease;
                }
                if (ledger.current() == lease && !isGrantedMore(lease, permits)) {
                    return null;
                }
                continue;
            }
            if (lane == Lane.BACKGROUND && lease.regime.isLeased()) {
                boolean granted = supply.reserve(permits, 0, BudgetPriority.BACKGROUND) == 0;
                return granted && isStillOpen(lease, permits) ? lease : null;
            }
            Taken taken = lane == Lane.BACKGROUND
                    ? lease.takeInBackground(permits, clock)
                    : lease.take(permits, clock, lane == Lane.IN_TURN);
            switch (taken) {
                case YES -> {
                    return lease;
                }
                case NO -> {
                    if (!isGrantedMore(lease, permits)) {
                        return null;
                    }
                }
                case RETRY -> retry(lease, clock.now());
            }
        }
    }

    /** What the store granted goes back if a pause, or a stop, began while it was asked. */
    private boolean isStillOpen(Lease asked, int permits) {
        boolean open = ledger.current().open;
        if (!open) {
            supply.giveBack(asked.regime.epoch(), permits);
        }
        return open;
    }

    /** Asks the store, where there is one and it has not said already when to ask again. */
    private boolean isGrantedMore(Lease lease, int permits) {
        if (!lease.regime.isLeased()) {
            return false;
        }
        long now = clock.now();
        boolean wanted = lease.open ? lease.isShortOf(permits, now) : lease.regime.isProbeWithStore(now);
        return wanted && supply.ask(permits);
    }

    /** The time of a lease is over, if it is still in force. */
    void endLease(Lease lease) {
        long now = clock.now();
        apply(regime -> regime.refill() == lease.regime.refill() ? regime.rebased(now) : regime);
    }

    void wakeFirst() {
        waiters.wakeFirst();
    }

    private boolean leavesAsProbe(Lease lease, long call, long now) {
        Change change = lease.regime.isProbeFree(now) ? ledger.change(now, regime -> regime.probedBy(call, now)) : null;
        if (change != null) {
            reports.changed(change);
        }
        return change != null;
    }

    /** Either the lease is at its end, or another caller was quicker: then a moment's rest beats trying at once. */
    private void retry(Lease lease, long now) {
        ledger.advance(now);
        if (ledger.current() == lease) {
            LockSupport.parkNanos(1);
        }
    }

    @Override
    public long reserve(int permits, long patience) {
        while (waiters.isEmpty()) {
            Lease lease = ledger.current();
            long now = clock.now();
            if (!lease.open || inFlight.isFull(now)) {
                return tryLeave(permits, Probe.ANONYMOUS) == null ? -1 : 0;
            }
            if (lease.regime.isLeased()) {
                return reserveWithStore(lease, permits, patience, now);
            }
            long wait = lease.reserve(permits, now, patience);
            if (wait != Lease.RETRY_RESERVE) {
                return wait < 0 ? wait : reserveInWindows(lease, permits, wait, patience, now);
            }
            retry(lease, now);
        }
        return reserveInLine(permits, patience);
    }

    private long reserveWithStore(Lease lease, int permits, long patience, long now) {
        long wait = supply.reserve(permits, patience, BudgetPriority.INTERACTIVE);
        return wait >= 0 && isStillOpen(lease, permits) ? reserveInWindows(lease, permits, wait, patience, now) : -1;
    }

    private long reserveInWindows(Lease lease, int permits, long earliest, long patience, long now) {
        long wait = Math.max(earliest, windows.soonestFor(permits, now) - now);
        long whole = wholeMillis(wait);
        if (wait > patience || !windows.tryBook(permits, now + whole, now)) {
            giveBack(permits, lease, false);
            return -1;
        }
        inFlight.enter(Probe.ANONYMOUS);
        return whole;
    }

    private long reserveInLine(int permits, long patience) {
        Lease lease = ledger.current();
        long now = clock.now();
        if (!lease.open || inFlight.isFull(now)) {
            return -1;
        }
        long ahead = waiters.permits();
        long soonest = Math.max(lease.timeOf(ahead, permits, now), windows.soonestFor(ahead + permits, now));
        long whole = wholeMillis(soonest - now);
        if (soonest - now > patience || !windows.tryBook(permits, now + whole, now)) {
            return -1;
        }
        waiters.book(permits);
        inFlight.enter(Probe.ANONYMOUS);
        return whole;
    }

    /** Permits that are taken whether they are there or not. */
    void settleBooking(int permits) {
        while (true) {
            Lease lease = ledger.current();
            long now = clock.now();
            if (lease.book(permits, now)) {
                return;
            }
            retry(lease, now);
        }
    }

    /** A call that is only observed would have waited so many nanoseconds. */
    void wouldWait(int permits, long wait) {
        long now = clock.now();
        settleBooking(permits);
        windows.addAhead(permits, Pauses.after(now, wait), now);
    }

    /**
     * A call turned out to weigh more than was taken for it, or less.
     *
     * @param more permits, negative for less
     */
    void weighed(TrackedPermit permit, int more) {
        if (permit.lease().isUnguarded()) {
            return;
        }
        windows.add(more, permit.sent().at());
        if (more > 0) {
            settleBooking(more);
        } else {
            giveBack(-more, permit.lease(), permit.isBackground());
            ended();
        }
    }

    /** A call with an identity was never sent. */
    void unsent(TrackedPermit permit, int permits) {
        if (!permit.lease().isUnguarded()) {
            windows.add(-permits, permit.sent().at());
            giveBack(permits, permit.lease(), permit.isBackground());
        }
        ended();
    }

    /** Permits that were taken and not used, unless a pause has emptied the bucket since. */
    private void giveBack(int permits, Lease from, boolean background) {
        if (from.regime.isLeased()) {
            supply.giveBack(from.regime.epoch(), permits);
            return;
        }
        while (true) {
            Lease lease = ledger.current();
            if (!lease.continues(from)) {
                return;
            }
            if (lease.giveBack(permits, clock.now())) {
                if (background) {
                    lease.giveBackInBackground(permits);
                }
                waiters.wakeFirst();
                return;
            }
            retry(lease, clock.now());
        }
    }

    private static long wholeMillis(long nanos) {
        return nanos <= 0 || nanos > Long.MAX_VALUE - NANOS_PER_MILLI
                ? nanos
                : (nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI * NANOS_PER_MILLI;
    }
}
