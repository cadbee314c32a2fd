package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An asynchronous call that starts when its permit has come. Cancelled before that, it is never started and its permit
 * goes back; cancelled later, the call is cancelled and counts as sent.
 */
final class StageCall<T> {

    private final Supplier<CompletionStage<T>> supplier;
    private final CompletableFuture<T> result = new CompletableFuture<>();

    private StageCall(Supplier<CompletionStage<T>> supplier) {
        this.supplier = supplier;
    }

    static <T> CompletionStage<T> start(CompletableFuture<Permit> permit, Supplier<CompletionStage<T>> supplier) {
        StageCall<T> call = new StageCall<>(supplier);
        var unusedStart = permit.whenComplete(call::permitted);
        var unusedEnd = call.result.whenComplete((value, error) -> {
            if (call.result.isCancelled()) {
                permit.cancel(false);
            }
        });
        return call.result;
    }

    private void permitted(@Nullable Permit permit, @Nullable Throwable refused) {
        if (permit == null) {
            result.completeExceptionally(refused == null ? new CancellationException() : refused);
        } else if (result.isDone()) {
            permit.release();
        } else {
            call(permit);
        }
    }

    private void call(Permit permit) {
        CompletionStage<T> stage;
        try {
            stage = Objects.requireNonNull(supplier.get(), "the call's stage");
        } catch (Throwable e) {
            permit.onError(e);
            result.completeExceptionally(e);
            return;
        }
        var unused = result.whenComplete((value, error) -> {
            if (result.isCancelled()) {
                permit.onError(new CancellationException());
                stage.toCompletableFuture().cancel(true);
            }
        });
        stage.whenComplete((value, error) -> {
            try {
                if (error == null) {
                    permit.onResult(value);
                } else {
                    permit.onError(error);
                }
            } finally {
                deliver(value, error);
            }
        });
    }

    private void deliver(T value, @Nullable Throwable error) {
        if (error == null) {
            result.complete(value);
        } else {
            result.completeExceptionally(error);
        }
    }
}
