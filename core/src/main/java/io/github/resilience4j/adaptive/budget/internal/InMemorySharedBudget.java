package io.github.resilience4j.adaptive.budget.internal;

import io.github.resilience4j.adaptive.budget.BudgetEvent;
import io.github.resilience4j.adaptive.budget.BudgetGrant;
import io.github.resilience4j.adaptive.budget.BudgetMember;
import io.github.resilience4j.adaptive.budget.BudgetPriority;
import io.github.resilience4j.adaptive.budget.BudgetStanding;
import io.github.resilience4j.adaptive.budget.SharedBudget;
import io.github.resilience4j.adaptive.budget.SharedBudgetState;
import io.github.resilience4j.adaptive.budget.SharedBudgetState.Step;
import io.github.resilience4j.adaptive.event.Registration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Budgets shared by limiters of one process: the pure state machine under compare-and-set. Every answer is there at
 * once; listeners hear news on the thread that made them.
 */
public final class InMemorySharedBudget implements SharedBudget {

    private static final Logger LOG = LoggerFactory.getLogger(InMemorySharedBudget.class);

    private final LongSupplier nanoTime;
    private final ConcurrentMap<String, AtomicReference<@Nullable SharedBudgetState>> budgets =
            new ConcurrentHashMap<>();
    private final ConcurrentMap<String, List<Consumer<BudgetStanding>>> listeners = new ConcurrentHashMap<>();

    /**
     * A store without budgets.
     *
     * @param nanoTime nanoseconds since an arbitrary moment
     */
    public InMemorySharedBudget(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    @Override
    public CompletionStage<BudgetGrant> reserve(
            BudgetMember member, int permits, long maxWait, BudgetPriority priority) {
        if (permits < 1 || maxWait < 0) {
            throw new IllegalArgumentException(
                    "permits is " + permits + " and maxWait " + maxWait + ", they must be at least 1 and at least 0");
        }
        long clock = nanoTime.getAsLong();
        return done(step(member, clock, state -> state.reserve(member, permits, maxWait, priority, clock)));
    }

    @Override
    public CompletionStage<BudgetStanding> release(BudgetMember member, long epoch, int permits) {
        long clock = nanoTime.getAsLong();
        return done(step(member, clock, state -> state.release(member, epoch, permits, clock)));
    }

    @Override
    public CompletionStage<BudgetStanding> tell(BudgetMember member, BudgetEvent event) {
        long clock = nanoTime.getAsLong();
        return done(step(member, clock, state -> state.tell(member, event, clock)));
    }

    @Override
    public CompletionStage<BudgetStanding> announce(BudgetMember member) {
        long clock = nanoTime.getAsLong();
        return done(step(member, clock, state -> state.announce(member, clock)));
    }

    @Override
    public CompletionStage<Optional<BudgetStanding>> snapshot(String budget) {
        AtomicReference<@Nullable SharedBudgetState> held = budgets.get(budget);
        SharedBudgetState state = held == null ? null : held.get();
        return done(Optional.ofNullable(state).map(known -> known.standing(nanoTime.getAsLong())));
    }

    @Override
    public Registration subscribe(String budget, Consumer<BudgetStanding> listener) {
        List<Consumer<BudgetStanding>> all = listeners.computeIfAbsent(budget, name -> new CopyOnWriteArrayList<>());
        all.add(listener);
        AtomicBoolean over = new AtomicBoolean();
        return () -> {
            if (over.compareAndSet(false, true)) {
                all.remove(listener);
            }
        };
    }

    private <T> T step(BudgetMember member, long clock, Function<SharedBudgetState, Step<T>> command) {
        AtomicReference<@Nullable SharedBudgetState> held =
                budgets.computeIfAbsent(member.budget(), name -> new AtomicReference<>());
        while (true) {
            SharedBudgetState before = held.get();
            SharedBudgetState known = before == null ? SharedBudgetState.initial(member, clock) : before;
            Step<T> step = command.apply(known);
            if (held.compareAndSet(before, step.state())) {
                publish(member.budget(), known.standing(clock), step.state().standing(clock));
                return step.answer();
            }
        }
    }

    private void publish(String budget, BudgetStanding before, BudgetStanding after) {
        if (after.isNewsAfter(before)) {
            for (Consumer<BudgetStanding> listener : listeners.getOrDefault(budget, List.of())) {
                tell(listener, after);
            }
        }
    }

    private static void tell(Consumer<BudgetStanding> listener, BudgetStanding standing) {
        try {
            listener.accept(standing);
        } catch (RuntimeException e) {
            LOG.warn("A listener of a shared budget failed; the others are told all the same", e);
        }
    }

    private static <T> CompletionStage<T> done(T answer) {
        return CompletableFuture.completedFuture(answer);
    }
}
