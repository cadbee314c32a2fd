package io.github.resilience4j.adaptive.client;

import io.github.resilience4j.adaptive.client.OutgoingCall.AsyncWire;
import io.github.resilience4j.adaptive.internal.Alarms;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.retry.Retry;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of a call for which no thread waits. At any moment there is one thing to wait for: a permit, an answer, or
 * the time of the next attempt.
 *
 * <p>Cancelled, it cancels that one thing. The race of a cancellation with the change to the next thing: whoever changes
 * publishes the new one first and looks whether the result is done afterwards; the cancellation completes the result first
 * and cancels what is published afterwards. So one of the two, or both, cancel it, and each bears that.
 *
 * @param <T> the client's response
 */
final class StagedAttempts<T extends @Nullable Object> {

    private final OutgoingCall call;
    private final AsyncWire<T> wire;
    private final Retry.@Nullable AsyncContext<T> context;
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private volatile Runnable cancelStep = () -> {};

    StagedAttempts(OutgoingCall call, AsyncWire<T> wire) {
        this.call = call;
        this.wire = wire;
        Retry retry = call.retry();
        this.context = retry == null || !wire.isRepeatable() ? null : retry.asyncContext();
    }

    CompletableFuture<T> start() {
        attempt();
        var unused = result.whenComplete((response, error) -> {
            if (result.isCancelled()) {
                cancelStep.run();
            }
        });
        return result;
    }

    private void attempt() {
        CompletableFuture<Permit> permit;
        try {
            permit = call.acquireAsync();
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
            return;
        }
        waitFor(() -> permit.cancel(false));
        var unused = permit.whenComplete((granted, refusal) -> {
            if (granted == null) {
                ended(null, refusal == null ? new CancellationException() : refusal);
            } else if (result.isDone()) {
                granted.release();
            } else {
                send(granted);
            }
        });
    }

    private void send(Permit permit) {
        CompletionStage<T> stage;
        try {
            stage = Objects.requireNonNull(wire.send(permit), "the call's stage");
        } catch (Throwable e) {
            permit.onError(e);
            ended(null, e);
            return;
        }
        waitFor(() -> {
            permit.onError(new CancellationException());
            stage.toCompletableFuture().cancel(true);
        });
        var unused = stage.whenComplete((response, error) -> {
            if (error == null) {
                permit.onResult(response);
            } else {
                permit.onError(error);
            }
            ended(response, error);
        });
    }

    /** An attempt is over. What the user's predicates throw must not leave the caller without an end. */
    private void ended(@Nullable T response, @Nullable Throwable error) {
        long wait;
        try {
            wait = waitAfter(response, error);
            if (wait >= 0) {
                discard(response);
            }
        } catch (Throwable e) {
            deliver(response, e);
            return;
        }
        if (wait >= 0) {
            pause(wait);
        } else {
            deliver(response, error);
        }
    }

    /** An answer that nobody gets is closed: the caller has gone, or gets an exception. */
    private void deliver(@Nullable T response, @Nullable Throwable error) {
        boolean taken = error == null ? result.complete(response) : result.completeExceptionally(error);
        if (!taken || error != null) {
            discard(response);
        }
    }

    private void discard(@Nullable T response) {
        if (response != null) {
            wire.discard(response);
        }
    }

    private long waitAfter(@Nullable T response, @Nullable Throwable error) {
        if (context == null || result.isDone()) {
            return -1;
        }
        if (error != null) {
            return context.onError(error);
        }
        long wait = context.onResult(response);
        if (wait < 0) {
            context.onComplete();
        }
        return wait;
    }

    /** Published before the alarm is set, or a short pause could be over and the next step be published before it. */
    private void pause(long millis) {
        CompletableFuture<Boolean> over = new CompletableFuture<>();
        waitFor(() -> over.cancel(false));
        Future<?> alarm = Alarms.after(
                TimeUnit.MILLISECONDS.toNanos(millis),
                () -> Alarms.deliver(() -> {
                    if (over.complete(true) && !result.isDone()) {
                        attempt();
                    }
                }));
        var unused = over.whenComplete((ended, cancelled) -> alarm.cancel(false));
    }

    private void waitFor(Runnable cancel) {
        cancelStep = cancel;
        if (result.isCancelled()) {
            cancel.run();
        }
    }
}
