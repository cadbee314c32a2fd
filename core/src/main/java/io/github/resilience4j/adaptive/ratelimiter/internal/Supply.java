package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.Answer;
import io.github.resilience4j.adaptive.budget.BudgetEvent;
import io.github.resilience4j.adaptive.budget.BudgetPriority;
import io.github.resilience4j.adaptive.budget.Sent;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Where permits come from that the passing of time does not bring: from a store that limiters share, or from nowhere. */
interface Supply {

    /** The limiter is alone. */
    Supply NONE = new Supply() {};

    /**
     * A caller found no permit, or the place of the probe with the store.
     *
     * @return whether there may be something now
     */
    default boolean ask(int permits) {
        return false;
    }

    /**
     * Takes permits for one call, past any lease. The caller's thread waits for the store's answer, a twentieth of a
     * second at most, unless it is one that must not wait.
     *
     * @return nanoseconds until it may leave; negative if that is too long, or the store has not answered
     */
    default long reserve(int permits, long patience, BudgetPriority priority) {
        return -1;
    }

    /** As {@link #reserve}, but the answer is awaited without a thread; completes on any thread, never exceptionally. */
    default CompletableFuture<Long> reserveLater(int permits, long patience, BudgetPriority priority) {
        return CompletableFuture.completedFuture(reserve(permits, patience, priority));
    }

    /** Permits that were leased in an epoch and not used. */
    default void giveBack(long epoch, int permits) {}

    /** What an answer means to all: a refusal in any case, whatever it says if it is a probe's. */
    default void answered(Answer answer, @Nullable Sent sent, boolean probe) {}

    /** What a person did, to be told to all. */
    default void tell(BudgetEvent event) {}

    /** Nobody will ask for a while. */
    default void rest() {}

    default void close() {}
}
