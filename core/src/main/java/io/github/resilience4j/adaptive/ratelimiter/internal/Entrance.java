package io.github.resilience4j.adaptive.ratelimiter.internal;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where calls come in: guarded by {@link Admission}, or watched by {@link Observer} that lets everybody pass. */
interface Entrance {

    /** Leaves now; null if it may not. */
    @Nullable
    Lease tryLeave(int permits, long call);

    /** Leaves now, in the lower lane; null if it may not. */
    @Nullable
    Lease tryLeaveInBackground(int permits, long call);

    /**
     * Leaves now, in the lower lane, as soon as it is known whether it may.
     *
     * @param end hears the lease it left under, null if it may not; mostly before this returns
     */
    default void leaveLaterInBackground(int permits, long call, Consumer<@Nullable Lease> end) {
        end.accept(tryLeaveInBackground(permits, call));
    }

    /** Leaves within {@code patience} nanoseconds; null if it cannot, or was interrupted. */
    @Nullable
    Lease leaveWithin(int permits, long call, long patience);

    /**
     * Leaves within {@code patience} nanoseconds, without a thread that waits.
     *
     * @param end hears the lease it left under, null if it cannot; perhaps before this returns
     * @return what waits; null if it is over
     */
    @Nullable
    AsyncWait leaveLater(int permits, long call, long patience, Consumer<@Nullable Lease> end);

    /**
     * Books permits for a caller that will come back by itself.
     *
     * @return nanoseconds until it may leave, whole milliseconds; negative if longer than {@code patience} or unknown
     */
    long reserve(int permits, long patience);

    /** Nanoseconds after which a caller who does not wait asks again, at least 1. */
    long askAgainIn(int permits);
}
