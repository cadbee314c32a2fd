package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.Probe;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets every call pass and keeps the books as if it had been guarded: who would have waited is a debt that the next ones
 * find, who would have been refused is reported so. Calls that leave while they should be held teach nothing but longer
 * pauses: their refusals are what the limiter would have spared the server.
 */
final class Observer implements Entrance {

    private static final long NOT_IN_TIME = -1;

    private final Admission admission;
    private final InFlightLimit inFlight;
    private final Reports reports;

    Observer(Admission admission, InFlightLimit inFlight, Reports reports) {
        this.admission = admission;
        this.inFlight = inFlight;
        this.reports = reports;
    }

    @Override
    public Lease tryLeave(int permits, long call) {
        return leaveWithin(permits, call, 0);
    }

    @Override
    public Lease tryLeaveInBackground(int permits, long call) {
        Lease lease = admission.tryLeaveInBackground(permits, call);
        return lease != null ? lease : leaveUnguarded(permits, call, NOT_IN_TIME);
    }

    @Override
    public Lease leaveWithin(int permits, long call, long patience) {
        Lease lease = admission.tryLeave(permits, call);
        if (lease != null) {
            return lease;
        }
        long wait = admission.line().soonestIn(permits);
        return leaveUnguarded(permits, call, wait > patience ? NOT_IN_TIME : wait);
    }

    @Override
    public @Nullable AsyncWait leaveLater(int permits, long call, long patience, Consumer<@Nullable Lease> end) {
        end.accept(leaveWithin(permits, call, patience));
        return null;
    }

    @Override
    public long reserve(int permits, long patience) {
        Lease unused = leaveWithin(permits, Probe.ANONYMOUS, patience);
        return 0;
    }

    /** Never asked: nobody is told to come again. */
    @Override
    public long askAgainIn(int permits) {
        return admission.askAgainIn(permits);
    }

    private Lease leaveUnguarded(int permits, long call, long wait) {
        inFlight.enter(call);
        Lease lease = admission.lease();
        if (wait == NOT_IN_TIME) {
            reports.wouldRefuse(permits, lease.regime);
            return Lease.unguarded(lease.regime);
        }
        reports.waited(permits, wait);
        admission.wouldWait(permits, wait);
        return lease.open ? lease : Lease.unguarded(lease.regime);
    }
}
