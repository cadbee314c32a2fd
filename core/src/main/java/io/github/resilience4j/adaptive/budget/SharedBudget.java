package io.github.resilience4j.adaptive.budget;

import io.github.resilience4j.adaptive.budget.internal.InMemorySharedBudget;
import io.github.resilience4j.adaptive.event.Registration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * One budget that many limiters draw from, in one process or in many: a store holds what {@link Regime} holds for a
 * limiter that is alone, and hands out leases. It is never asked for a single permit while a lease lasts.
 *
 * <p>What every implementation promises is in {@link SharedBudgetState}, the same state machine as pure functions; its
 * compatibility kit compares the two. Durations are nanoseconds; no instant crosses this interface, so clocks need not
 * agree. Stages may complete on any thread, at once or exceptionally; a limiter that hears nothing in time goes on with
 * a share of its own. A command that may have been carried out is never repeated by an implementation.
 *
 * <p>Yours to implement: a method without a default is added in a major version only.
 *
 * @since 0.1
 */
public interface SharedBudget {

    /**
     * Asks for permits.
     *
     * @param member who asks
     * @param permits how many are wanted at least, 1 or more; a lease may bring more
     * @param maxWait nanoseconds it would wait for them, 0 or more
     * @param priority whether somebody waits for the answer
     * @return a lease, the place of the probe, or none and when to ask again
     */
    CompletionStage<BudgetGrant> reserve(BudgetMember member, int permits, long maxWait, BudgetPriority priority);

    /**
     * Gives back what a lease had left. Permits of an older epoch, or taken before a pause, only pay off debts.
     *
     * @param member who gives
     * @param epoch the epoch of the lease
     * @param permits how many; negative ones were used beyond the lease and are a debt
     * @return where the budget stands
     */
    CompletionStage<BudgetStanding> release(BudgetMember member, long epoch, int permits);

    /**
     * Tells what happened: an answer that concerns all, or what a person did. A refusal of a call that was sent in an
     * older epoch extends a pause and does not cut again, however often it is told.
     *
     * @param member who tells
     * @param event what
     * @return where the budget stands
     */
    CompletionStage<BudgetStanding> tell(BudgetMember member, BudgetEvent event);

    /**
     * Says "I am here", about every second. A store that lost its state learns from what its members last saw: the
     * highest epoch and the longest pause count, and there are no permits.
     *
     * @param member who
     * @return where the budget stands
     */
    CompletionStage<BudgetStanding> announce(BudgetMember member);

    /**
     * Looks and changes nothing, not even how long the store remembers.
     *
     * @param budget the name of a budget
     * @return where it stands; empty if the store knows of none
     */
    CompletionStage<Optional<BudgetStanding>> snapshot(String budget);

    /**
     * Hears when what holds for all has changed: a cut, a pause, its end, a stop, a new limit. Messages may be lost;
     * leases end soon enough that everybody comes and asks.
     *
     * @param budget the name of a budget
     * @param listener on any thread; must not block
     * @return ends the subscription
     */
    Registration subscribe(String budget, Consumer<BudgetStanding> listener);

    /**
     * A store in this process, for limiters that share one budget and for tests.
     *
     * @return a new store
     */
    static SharedBudget inMemory() {
        return inMemory(System::nanoTime);
    }

    /**
     * The same on another clock.
     *
     * @param nanoTime nanoseconds since an arbitrary moment; steps back count as no time at all
     * @return a new store
     */
    static SharedBudget inMemory(LongSupplier nanoTime) {
        return new InMemorySharedBudget(Objects.requireNonNull(nanoTime, "nanoTime"));
    }
}
