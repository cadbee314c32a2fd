package io.github.resilience4j.adaptive.spring.aspect;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A call in the background lane whose answer comes piece by piece. The lane knows calls with an identity only as stages, so
 * a stage stands in for the call; it never waits, so it is known at once whether the call may leave. The first word counts.
 */
final class LaneCall {

    private final CompletableFuture<@Nullable Object> answer = new CompletableFuture<>();
    private final @Nullable Throwable refusal;

    private LaneCall(Lane lane) {
        CompletionStage<@Nullable Object> stage = lane.entrance().executeCompletionStage(lane.permits(), () -> answer);
        this.refusal = refusalOf(stage.toCompletableFuture());
    }

    static LaneCall start(Lane lane) {
        return new LaneCall(lane);
    }

    private static @Nullable Throwable refusalOf(CompletableFuture<?> stage) {
        if (!stage.isDone()) {
            return null;
        }
        try {
            stage.join();
            return null;
        } catch (CompletionException e) {
            return e.getCause();
        } catch (CancellationException e) {
            return e;
        }
    }

    /** Null if the call may leave. */
    @Nullable
    Throwable refusal() {
        return refusal;
    }

    void onResult(@Nullable Object result) {
        answer.complete(result);
    }

    void onEnd() {
        answer.complete(null);
    }

    void onError(Throwable error) {
        answer.completeExceptionally(error);
    }

    void onCancel() {
        answer.completeExceptionally(new CancellationException());
    }
}
