package io.github.resilience4j.adaptive.ratelimiter;

import io.github.resilience4j.adaptive.budget.BudgetEvent;
import io.github.resilience4j.adaptive.budget.BudgetGrant;
import io.github.resilience4j.adaptive.budget.BudgetMember;
import io.github.resilience4j.adaptive.budget.BudgetPriority;
import io.github.resilience4j.adaptive.budget.BudgetStanding;
import io.github.resilience4j.adaptive.budget.SharedBudget;
import io.github.resilience4j.adaptive.event.Registration;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A store that a test can take away, and that counts what it is asked. */
final class UnreliableStore implements SharedBudget {

    private static final Executor LATE = CompletableFuture.delayedExecutor(5, TimeUnit.MILLISECONDS);

    private final AtomicInteger listeners = new AtomicInteger();
    private final SharedBudget store;
    private final AtomicInteger reserved = new AtomicInteger();
    private final Set<String> heard = ConcurrentHashMap.newKeySet();
    private volatile boolean away;
    private volatile boolean late;
    private volatile Executor hearing = LATE;
    private final Queue<Runnable> held = new ConcurrentLinkedQueue<>();
    private volatile boolean mute;
    private volatile Runnable afterReserve = () -> {};

    UnreliableStore(SharedBudget store) {
        this.store = store;
    }

    void fail() {
        away = true;
    }

    void recover() {
        heard.clear();
        away = false;
    }

    /** What is done is done at once, but it is heard only some milliseconds later. */
    void answerLate() {
        late = true;
    }

    /** What is done is done at once, but it is heard only when {@link #letHear} is called. */
    void holdAnswers() {
        hearing = held::add;
        late = true;
    }

    void letHear() {
        hearing = Runnable::run;
        for (Runnable answer = held.poll(); answer != null; answer = held.poll()) {
            answer.run();
        }
    }

    /** What happens between a grant and its answer. */
    void afterReserve(Runnable task) {
        afterReserve = task;
    }

    void muteListeners() {
        mute = true;
    }

    int reserved() {
        return reserved.get();
    }

    boolean isHeardBy(int members) {
        return heard.size() >= members;
    }

    private <T> CompletionStage<T> answer(BudgetMember member, Supplier<CompletionStage<T>> question) {
        if (away) {
            return CompletableFuture.failedFuture(new IllegalStateException("away"));
        }
        CompletionStage<T> answer = question.get();
        CompletionStage<T> arrived = late ? answer.thenApplyAsync(value -> value, hearing) : answer;
        return arrived.whenComplete((value, error) -> heard.add(member.instance()));
    }

    @Override
    public CompletionStage<BudgetGrant> reserve(
            BudgetMember member, int permits, long maxWait, BudgetPriority priority) {
        reserved.incrementAndGet();
        return answer(member, () -> {
            CompletionStage<BudgetGrant> granted = store.reserve(member, permits, maxWait, priority);
            afterReserve.run();
            return granted;
        });
    }

    @Override
    public CompletionStage<BudgetStanding> release(BudgetMember member, long epoch, int permits) {
        return answer(member, () -> store.release(member, epoch, permits));
    }

    @Override
    public CompletionStage<BudgetStanding> tell(BudgetMember member, BudgetEvent event) {
        return answer(member, () -> store.tell(member, event));
    }

    @Override
    public CompletionStage<BudgetStanding> announce(BudgetMember member) {
        return answer(member, () -> store.announce(member));
    }

    @Override
    public CompletionStage<Optional<BudgetStanding>> snapshot(String budget) {
        return store.snapshot(budget);
    }

    @Override
    public Registration subscribe(String budget, Consumer<BudgetStanding> listener) {
        Registration end = store.subscribe(budget, standing -> {
            if (!mute && !away) {
                listener.accept(standing);
            }
        });
        listeners.incrementAndGet();
        return () -> {
            end.close();
            listeners.decrementAndGet();
        };
    }

    /** Members that hear messages. */
    int listeners() {
        return listeners.get();
    }
}
