package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.internal.Alarms;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
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
        ask(question, inTime, late -> {}, () -> {});
    }

    /** The last two hear what comes too late, and that the question is decided, before anything follows from it. */
    <T> void ask(Supplier<CompletionStage<T>> question, Consumer<T> inTime, Consumer<T> late, Runnable decision) {
        AtomicBoolean decided = new AtomicBoolean();
        CompletionStage<T> stage;
        try {
            stage = Objects.requireNonNull(question.get(), "the store's answer");
        } catch (RuntimeException | LinkageError e) {
            decision.run();
            unheard.accept(e);
            return;
        }
        stage.whenComplete((answer, error) -> {
            if (decided.compareAndSet(false, true)) {
                decision.run();
                heard(answer, error, inTime);
            } else if (answer != null) {
                late.accept(answer);
            }
        });
        if (!decided.get()) {
            later(PATIENCE_NANOS, () -> {
                if (decided.compareAndSet(false, true)) {
                    decision.run();
                    unheard.accept(new TimeoutException("no answer in " + PATIENCE_NANOS / 1_000_000 + " ms"));
                }
            });
        }
    }

    private <T> void heard(@Nullable T answer, @Nullable Throwable error, Consumer<T> hearer) {
        Throwable failure = error;
        if (failure == null) {
            try {
                hearer.accept(Objects.requireNonNull(answer, "answer"));
                return;
            } catch (RuntimeException | LinkageError e) {
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
