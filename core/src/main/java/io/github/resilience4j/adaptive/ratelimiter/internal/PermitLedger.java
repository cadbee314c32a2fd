package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.Regime;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The lease in force, and how it is followed by the next. Lock-free: whoever finds a lease with a successor helps to
 * bring the successor into force, so nobody waits for a thread that was suspended half-way.
 *
 * <p>Why that is right: a successor is proposed once per lease, by compare-and-set. {@link Lease#settle} computes where
 * it begins from the sealed, final count of its predecessor, so every helper computes the same. It is published after
 * that, so nobody sees a lease that has not begun. A caller that took a permit from the old lease did so before the
 * seal, and that is the moment at which the regime changes for everybody.
 */
final class PermitLedger {

    private static final VarHandle CURRENT;

    static {
        try {
            CURRENT = MethodHandles.lookup().findVarHandle(PermitLedger.class, "current", Lease.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile Lease current;

    PermitLedger(Regime regime, long now) {
        current = Lease.first(regime, now);
    }

    /** The lease in force. */
    Lease current() {
        return current;
    }

    /** What a change replaced, by what, and the lease that began with it. */
    record Change(Regime before, Regime after, Lease lease) {}

    /**
     * Applies an event to the regime in force at that moment.
     *
     * @return what changed; null if the event changes nothing
     */
    @Nullable
    Change change(long now, UnaryOperator<Regime> event) {
        while (true) {
            Lease lease = current;
            Regime next = event.apply(lease.regime);
            if (next.equals(lease.regime)) {
                return null;
            }
            Lease proposed = lease.propose(next, now);
            advance(lease);
            if (proposed != null) {
                return new Change(lease.regime, next, proposed);
            }
        }
    }

    /**
     * Called by whoever was told to ask again: brings the next lease into force where there is or should be one. A burst
     * grows when it is due and not when somebody looks, so that looking changes nothing.
     */
    void advance(long now) {
        Lease lease = current;
        if (lease.isWorn(now)) {
            long due = Math.min(now, lease.regime.bucketUntil());
            lease.propose(lease.regime.rebased(due), due);
        }
        advance(lease);
    }

    /** The lease in force, with the burst it has by now. */
    Lease currentAt(long now) {
        while (!current.regime.isLeased() && current.isWorn(now)) {
            advance(now);
        }
        return current;
    }

    private void advance(Lease lease) {
        Lease next = lease.settle();
        if (next != lease) {
            CURRENT.compareAndSet(this, lease, next);
        }
    }
}
