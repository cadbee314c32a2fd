package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.Pauses;
import io.github.resilience4j.adaptive.ratelimiter.internal.Waiters.Waiter;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Waiting for one's turn, with a thread or without. Who is certain to be too late does not wait. */
final class Line {

    /** Answer of {@link #nextLook}: it is too late. */
    static final long GIVE_UP = -1;

    private final MonotonicClock clock;
    private final Admission admission;
    private final Waiters waiters;
    private final Forecast forecast;
    private final Reports reports;

    Line(MonotonicClock clock, Admission admission, Waiters waiters, Forecast forecast, Reports reports) {
        this.clock = clock;
        this.admission = admission;
        this.waiters = waiters;
        this.forecast = forecast;
        this.reports = reports;
    }

    /** How many callers wait. */
    int length() {
        return waiters.count();
    }

    /** Nanoseconds after which a caller who does not wait asks again, at least 1. */
    long askAgainIn(int permits) {
        return forecast.askAgainIn(permits, clock.now());
    }

    /** Nanoseconds that a newcomer would wait at least; {@link Pauses#FOREVER} in a stop. */
    long soonestIn(int permits) {
        long now = clock.now();
        long soonest = forecast.soonestForNewcomer(permits, now);
        return soonest == Pauses.FOREVER ? Pauses.FOREVER : soonest - now;
    }

    /**
     * Leaves within a time.
     *
     * @param patience nanoseconds, 0 or more
     * @return the lease it left under; null if it could not, or was interrupted
     */
    @Nullable
    Lease leaveWithin(int permits, long call, long patience) {
        Lease lease = admission.tryLeave(permits, call);
        if (lease != null || patience == 0) {
            return lease;
        }
        long now = clock.now();
        long deadline = Pauses.after(now, patience);
        return isHopeless(permits, deadline, now) ? null : reported(park(permits, call, deadline), permits, now);
    }

    private @Nullable Lease reported(@Nullable Lease lease, int permits, long since) {
        if (lease != null) {
            reports.waited(permits, clock.now() - since);
        }
        return lease;
    }

    private @Nullable Lease park(int permits, long call, long deadline) {
        Waiter waiter = waiters.joinByThread(permits, deadline);
        try {
            while (!Thread.currentThread().isInterrupted()) {
                Lease lease = leaveInTurn(waiter, permits, call);
                if (lease != null) {
                    return lease;
                }
                long now = clock.now();
                long next = nextLook(waiter, permits, now);
                if (next == GIVE_UP) {
                    return null;
                }
                LockSupport.parkNanos(this, Math.max(1, next - now));
            }
            return null;
        } finally {
            waiters.leave(waiter);
        }
    }

    /**
     * Leaves within a time, without a thread that waits.
     *
     * @param patience nanoseconds, 0 or more
     * @param end hears the lease it left under, null if it could not; perhaps before this returns
     * @return what waits; null if it is over
     */
    @Nullable
    AsyncWait leaveLater(int permits, long call, long patience, Consumer<@Nullable Lease> end) {
        Lease atOnce = admission.tryLeave(permits, call);
        long now = clock.now();
        long deadline = Pauses.after(now, patience);
        if (atOnce != null || patience == 0 || isHopeless(permits, deadline, now)) {
            end.accept(atOnce);
            return null;
        }
        AsyncWait wait = waiters.join(new AsyncWait(
                this, clock, permits, call, deadline, lease -> end.accept(reported(lease, permits, now))));
        wait.wake();
        return wait;
    }

    /** Leaves if it is the waiter's turn. */
    @Nullable
    Lease leaveInTurn(Waiter waiter, int permits, long call) {
        return waiters.isFirst(waiter) ? admission.leaveInTurn(permits, call) : null;
    }

    /** When a waiter that could not leave looks again if nobody wakes it. */
    long nextLook(Waiter waiter, int permits, long now) {
        long deadline = waiter.deadline();
        boolean first = waiters.isFirst(waiter);
        long soonest = first ? forecast.soonestForFirst(permits, now) : forecast.opening(now);
        if (now >= deadline || isTooLate(soonest, deadline)) {
            return GIVE_UP;
        }
        return first ? Math.min(deadline, forecast.nextLookOfFirst(permits, now)) : deadline;
    }

    /** A pause or a stop has begun: who cannot outlast it gives up. */
    void closed(long now) {
        long opening = forecast.opening(now);
        waiters.wakeThose(deadline -> isTooLate(opening, deadline));
    }

    void end(Waiter waiter) {
        waiters.leave(waiter);
    }

    private boolean isHopeless(int permits, long deadline, long now) {
        return isTooLate(forecast.soonestForNewcomer(permits, now), deadline);
    }

    private static boolean isTooLate(long time, long deadline) {
        return time > deadline || time == Pauses.FOREVER;
    }
}
