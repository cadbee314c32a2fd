package io.github.resilience4j.adaptive.coalesce.internal;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What brings a value, blocking or not, in one shape. */
@FunctionalInterface
interface Call<V extends @Nullable Object> {

    CompletionStage<V> start() throws Exception;

    static <V extends @Nullable Object> Call<V> blocking(Callable<V> call) {
        return () -> CompletableFuture.completedFuture(call.call());
    }

    static <V extends @Nullable Object> Call<V> staged(Supplier<CompletionStage<V>> call) {
        return call::get;
    }

    /** What a stage wraps around failures of earlier stages says nothing. */
    static Throwable unwrapped(Throwable error) {
        Throwable cause = error instanceof CompletionException ? error.getCause() : null;
        return cause == null ? error : cause;
    }
}
