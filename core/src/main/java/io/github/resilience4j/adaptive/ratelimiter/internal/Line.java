package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.Pauses;
import io.github.resilience4j.adaptive.ratelimiter.internal.Waiters.Waiter;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Waiting for one's turn, with a thread or without. Who is certain to be too late does not wait. */
final class Line {

    /** Answer of {@link #look}. */
    static final long OVER = 0;

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
        return isHopeless(permits, deadline, now) ? null : park(waiters.joinByThread(permits, call, now, deadline));
    }

    /** Little stands on the stack of a thread that waits: there may be a hundred thousand of them. */
    private @Nullable Lease park(Waiter waiter) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                long rest = look(waiter);
                if (rest == OVER) {
                    return reported(waiter);
                }
                LockSupport.parkNanos(this, rest);
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
        AsyncWait wait = waiters.join(new AsyncWait(this, permits, call, now, deadline, end));
        wait.wake();
        return wait;
    }

    /**
     * Lets the waiter leave if it is its turn. The lease is then in the waiter.
     *
     * @return nanoseconds after which it looks again if nobody wakes it, or {@link #OVER}: it has left, or gives up
     */
    long look(Waiter waiter) {
        boolean first = waiters.isFirst(waiter);
        if (first) {
            waiter.lease = admission.leaveInTurn(waiter.permits, waiter.call);
            if (waiter.lease != null) {
                return OVER;
            }
        }
        long now = clock.now();
        long soonest = first ? forecast.soonestForFirst(waiter.permits, now) : forecast.opening(now);
        if (now >= waiter.deadline || isTooLate(soonest, waiter.deadline)) {
            return OVER;
        }
        long next = first ? Math.min(waiter.deadline, forecast.nextLookOfFirst(waiter.permits, now)) : waiter.deadline;
        return Math.max(1, next - now);
    }

    /** The lease under which the waiter left, told as a wait; null if it gave up. May run the user's code. */
    @Nullable
    Lease reported(Waiter waiter) {
        if (waiter.lease != null) {
            reports.waited(waiter.permits, clock.now() - waiter.since);
        }
        return waiter.lease;
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
