package io.github.resilience4j.adaptive.coalesce;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** Threads that ask a coalescer, one each. */
final class Callers {

    static final Duration SOON = Duration.ofSeconds(10);

    /** A caller and what it got. */
    record Caller<V>(Thread thread, CompletableFuture<V> answer) {}

    private Callers() {}

    static <V> Caller<V> start(Callable<V> question) {
        CompletableFuture<V> answer = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                answer.complete(question.call());
            } catch (Throwable e) {
                answer.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return new Caller<>(thread, answer);
    }

    static <V> List<CompletableFuture<V>> start(int number, Callable<V> question) {
        List<CompletableFuture<V>> answers = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            answers.add(start(question).answer());
        }
        return answers;
    }

    static void untilWaiting(Coalescer<?, ?> coalescer, int number) {
        await().pollInterval(Duration.ofMillis(1))
                .atMost(SOON)
                .until(() -> coalescer.snapshot().waiting() == number);
    }

    static void untilNothingIsInFlight(Coalescer<?, ?> coalescer) {
        await().pollInterval(Duration.ofMillis(1))
                .atMost(SOON)
                .until(() -> coalescer.snapshot().inFlight() == 0);
    }
}
