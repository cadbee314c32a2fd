package io.github.resilience4j.adaptive.client;

import io.github.resilience4j.adaptive.client.OutgoingCall.Wire;
import io.github.resilience4j.adaptive.internal.Alarms;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.retry.Retry;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The attempts of a call whose thread waits. */
final class BlockingAttempts {

    private final OutgoingCall call;
    private final @Nullable Consumer<? super Future<?>> waits;

    /**
     * For one call.
     *
     * @param call the call
     * @param waits hears what the thread waits for; null if nobody will cancel that
     */
    BlockingAttempts(OutgoingCall call, @Nullable Consumer<? super Future<?>> waits) {
        this.call = call;
        this.waits = waits;
    }

    /**
     * Resilience4j's asynchronous context is used here too: it says how long to wait and leaves the waiting to us, and ours
     * can be cancelled. It answers below zero where nothing more is to be tried.
     */
    <T extends @Nullable Object, E extends Exception> T send(Wire<T, E> wire) throws E, InterruptedException {
        Retry retry = call.retry();
        if (retry == null || !wire.isRepeatable()) {
            return attempt(wire);
        }
        Retry.AsyncContext<T> context = retry.asyncContext();
        while (true) {
            T response;
            try {
                response = attempt(wire);
            } catch (Exception e) {
                long wait = context.onError(e);
                if (wait < 0) {
                    throw e;
                }
                pause(wait);
                continue;
            }
            long wait = waitAfter(response, context, wire);
            if (wait < 0) {
                return response;
            }
            wire.discard(response);
            pause(wait);
        }
    }

    private static <T extends @Nullable Object> long waitAfter(
            T response, Retry.AsyncContext<T> context, Wire<T, ?> wire) {
        try {
            long wait = context.onResult(response);
            if (wait < 0) {
                context.onComplete();
            }
            return wait;
        } catch (RuntimeException e) {
            // The attempts are used up, and the user wants an exception for that; or his own functions threw one.
            wire.discard(response);
            throw e;
        }
    }

    private <T extends @Nullable Object, E extends Exception> T attempt(Wire<T, E> wire)
            throws E, InterruptedException {
        Permit permit = permit();
        T response;
        try {
            response = wire.send(permit);
        } catch (Throwable e) {
            permit.onError(e);
            throw e;
        }
        permit.onResult(response);
        return response;
    }

    private Permit permit() throws InterruptedException {
        if (waits != null || call.isInBackground()) {
            return await(call.acquireAsync());
        }
        Optional<Permit> permit = call.acquire();
        if (permit.isEmpty() && Thread.interrupted()) {
            throw new InterruptedException("interrupted while waiting for a permit");
        }
        return permit.orElseThrow(call::refusal);
    }

    private void pause(long millis) throws InterruptedException {
        CompletableFuture<Boolean> over = new CompletableFuture<>();
        Future<?> alarm = Alarms.after(TimeUnit.MILLISECONDS.toNanos(millis), () -> over.complete(true));
        try {
            var unused = await(over);
        } finally {
            alarm.cancel(false);
        }
    }

    /** Who gives up cancels what it waited for: a permit that comes nevertheless goes back. */
    private <V> V await(CompletableFuture<V> future) throws InterruptedException {
        if (waits != null) {
            waits.accept(future);
        }
        try {
            var unused = future.get();
        } catch (InterruptedException e) {
            if (future.cancel(false)) {
                throw e;
            }
            // It came in the same moment: the caller is served, and interrupted afterwards.
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            // Told below.
        }
        try {
            return future.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException refusal ? refusal : e;
        }
    }
}
