package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.keypool.ApiKeyLease;
import io.github.resilience4j.adaptive.keypool.KeyRotation.Attempt;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An asynchronous call that goes from key to key. What completes at once is gone on with in a loop, so that a thousand keys
 * that are rejected at once grow no stack. Cancelled, it ends whatever it waits for; whoever tells an attempt its end
 * first, the answer or the cancellation, goes on.
 */
final class StageExecution<T> {

    private final Rotation rotation;
    private final Function<ApiKeyLease, ? extends CompletionStage<T>> call;
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private volatile @Nullable CompletableFuture<Attempt> search;
    private volatile @Nullable Out<T> out;

    /** A call that is out. */
    private record Out<T>(Attempt attempt, CompletionStage<T> stage) {}

    private StageExecution(Rotation rotation, Function<ApiKeyLease, ? extends CompletionStage<T>> call) {
        this.rotation = rotation;
        this.call = call;
    }

    static <T> CompletionStage<T> start(Rotation rotation, Function<ApiKeyLease, ? extends CompletionStage<T>> call) {
        StageExecution<T> execution = new StageExecution<>(rotation, call);
        var unused = execution.result.whenComplete((value, error) -> execution.cancelled());
        execution.search();
        return execution.result;
    }

    private void search() {
        boolean another;
        do {
            CompletableFuture<Attempt> next = rotation.next();
            search = next;
            if (result.isDone()) {
                next.cancel(false);
            }
            if (!next.isDone()) {
                var unused = next.whenComplete((attempt, error) -> {
                    if (found(attempt, error)) {
                        search();
                    }
                });
                return;
            }
            another = next.handle(this::found).join();
        } while (another);
    }

    /** Whether to search on, at once. */
    private boolean found(@Nullable Attempt attempt, @Nullable Throwable error) {
        if (attempt == null) {
            fail(error == null ? new CancellationException() : error);
            return false;
        }
        if (result.isDone()) {
            attempt.release();
            rotation.close();
            return false;
        }
        CompletionStage<T> stage;
        try {
            stage = Objects.requireNonNull(call.apply(attempt), "the call's stage");
        } catch (Throwable e) {
            return ended(attempt, null, e);
        }
        out = new Out<>(attempt, stage);
        if (result.isDone()) {
            cancelled();
        }
        if (stage instanceof CompletableFuture<T> future && future.isDone()) {
            return future.handle((value, failure) -> ended(attempt, value, failure))
                    .join();
        }
        stage.whenComplete((value, failure) -> {
            if (ended(attempt, value, failure)) {
                search();
            }
        });
        return false;
    }

    private boolean ended(Attempt attempt, @Nullable T value, @Nullable Throwable error) {
        boolean another = error == null ? attempt.onResult(value) : attempt.onError(error);
        if (another && !result.isDone()) {
            return true;
        }
        if (error == null) {
            rotation.close();
            result.complete(value);
        } else {
            fail(attempt.withoutSecrets(error));
        }
        return false;
    }

    private void fail(Throwable error) {
        rotation.close();
        result.completeExceptionally(error);
    }

    /** The result is there. Only if it was cancelled is anything still out. */
    private void cancelled() {
        CompletableFuture<Attempt> searching = search;
        if (searching != null) {
            searching.cancel(false);
        }
        Out<T> call = out;
        if (call != null && result.isCancelled()) {
            call.attempt.onError(new CancellationException());
            call.stage.toCompletableFuture().cancel(true);
        }
    }
}
