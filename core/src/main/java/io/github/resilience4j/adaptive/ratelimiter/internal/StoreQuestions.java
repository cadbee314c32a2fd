package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.internal.Alarms;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks a store. Users write stores: one may throw, fail, answer late, never, or nonsense. Each question is heard in time,
 * or too late, or not at all, and whoever asks learns which.
 */
final class StoreQuestions {

    /** How long a store may take to answer. */
    private static final long PATIENCE_NANOS = 50_000_000L;

    private final Consumer<Throwable> unheard;

    /** Takes what hears why a question was not answered in time. */
    StoreQuestions(Consumer<Throwable> unheard) {
        this.unheard = unheard;
    }

    <T> void ask(Supplier<CompletionStage<T>> question, Consumer<T> inTime) {
        var unused = ask(question, inTime, late -> {}, () -> {});
    }

    /**
     * The last two hear what comes too late, and that the question is decided, before anything follows from it.
     *
     * @return completes when all that follows has been done, never exceptionally
     */
    <T> CompletableFuture<Void> ask(
            Supplier<CompletionStage<T>> question, Consumer<T> inTime, Consumer<T> late, Runnable decision) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        AtomicBoolean decided = new AtomicBoolean();
        CompletionStage<T> stage;
        try {
            stage = Objects.requireNonNull(question.get(), "the store's answer");
        } catch (Throwable e) {
            decision.run();
            unheard.accept(e);
            over.complete(null);
            return over;
        }
        stage.whenComplete((answer, error) -> {
            if (decided.compareAndSet(false, true)) {
                decision.run();
                heard(answer, error, inTime);
                over.complete(null);
            } else if (answer != null) {
                late.accept(answer);
            }
        });
        if (!decided.get()) {
            later(PATIENCE_NANOS, () -> {
                if (decided.compareAndSet(false, true)) {
                    decision.run();
                    unheard.accept(new TimeoutException("no answer in " + PATIENCE_NANOS / 1_000_000 + " ms"));
                    over.complete(null);
                }
            });
        }
        return over;
    }

    /**
     * Waits for the end of a question with the caller's thread, no longer than a store may take: for its answer, never for
     * permits. A thread that must not wait does not, nor one that was interrupted.
     */
    static void await(CompletableFuture<Void> over) {
        if (over.isDone() || MayNotWait.isCurrentThread()) {
            return;
        }
        try {
            over.get(PATIENCE_NANOS, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // no answer then, and what comes of that is decided elsewhere
        }
    }

    private <T> void heard(@Nullable T answer, @Nullable Throwable error, Consumer<T> hearer) {
        Throwable failure = error;
        if (failure == null) {
            try {
                hearer.accept(Objects.requireNonNull(answer, "answer"));
                return;
            } catch (Throwable e) {
                failure = e;
            }
        }
        unheard.accept(failure);
    }

    /** The store's code and consumers of events are the user's and must not hold up the alarms' thread. */
    static void later(long nanos, Runnable task) {
        var unused = Alarms.after(nanos, () -> Alarms.deliver(task));
    }
}
