package io.github.resilience4j.adaptive.spring.aspect;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** {@link CompletionStage} and {@link CompletableFuture}. Whoever cancels what comes out cancels what went in. */
final class StageShape implements ResultShape {

    @FunctionalInterface
    private interface Next {
        CompletionStage<@Nullable Object> after(@Nullable Object value, @Nullable Throwable error) throws Throwable;
    }

    @Override
    public CompletionStage<@Nullable Object> limit(Lane lane, MethodBody call) {
        return lane.entrance().executeCompletionStage(lane.permits(), () -> stage(call));
    }

    @Override
    public CompletionStage<@Nullable Object> coalesce(Question question, MethodBody call) {
        return follow(
                question.askAsync(() -> stage(call)),
                (value, error) -> error == null
                        ? CompletableFuture.completedFuture(value)
                        : CompletableFuture.failedFuture(Question.original(error)));
    }

    @Override
    public CompletionStage<@Nullable Object> recover(MethodBody call, BoundFallback fallback) {
        return follow(
                started(call),
                (value, error) -> error == null
                        ? CompletableFuture.completedFuture(value)
                        : stage(() -> fallback.answer(bare(error))));
    }

    @Override
    public CompletionStage<@Nullable Object> then(MethodBody call, Consumer<@Nullable Object> action) throws Throwable {
        return follow(stage(call), (value, error) -> {
            if (error != null) {
                return CompletableFuture.failedFuture(error);
            }
            action.accept(value);
            return CompletableFuture.completedFuture(value);
        });
    }

    @Override
    public CompletionStage<@Nullable Object> nothing() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<@Nullable Object> failed(Throwable error) {
        return CompletableFuture.failedFuture(error);
    }

    /** Without the wrappers that stages put around an exception. */
    static Throwable bare(Throwable error) {
        Throwable bare = error;
        while ((bare instanceof CompletionException || bare instanceof ExecutionException) && bare.getCause() != null) {
            bare = bare.getCause();
        }
        return bare;
    }

    @SuppressWarnings("unchecked")
    private static CompletionStage<@Nullable Object> stage(MethodBody call) {
        return (CompletionStage<@Nullable Object>) Objects.requireNonNull(call.runUnchecked(), "the method's stage");
    }

    private static CompletionStage<@Nullable Object> started(MethodBody call) {
        try {
            return stage(call);
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static CompletableFuture<@Nullable Object> follow(CompletionStage<@Nullable Object> source, Next next) {
        CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
        cancelWith(result, source);
        var unused = source.whenComplete((value, error) -> {
            CompletionStage<@Nullable Object> rest;
            try {
                rest = next.after(value, error);
            } catch (Throwable e) {
                result.completeExceptionally(e);
                return;
            }
            cancelWith(result, rest);
            completeWith(result, rest);
        });
        return result;
    }

    private static void completeWith(
            CompletableFuture<@Nullable Object> result, CompletionStage<@Nullable Object> last) {
        var unused = last.whenComplete((value, error) -> {
            if (error == null) {
                result.complete(value);
            } else {
                result.completeExceptionally(error);
            }
        });
    }

    private static void cancelWith(CompletableFuture<?> result, CompletionStage<?> source) {
        var unused = result.whenComplete((value, error) -> {
            if (result.isCancelled()) {
                source.toCompletableFuture().cancel(true);
            }
        });
    }
}
