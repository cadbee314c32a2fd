package io.github.resilience4j.adaptive.client;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One call of a user, with all its attempts: each waits for permits, is sent, and tells the limiter how it ended. Made by
 * {@link OutgoingCalls#begin} and used for one {@link #send} or {@link #sendAsync}.
 *
 * <p>What sends is given the attempt's {@link Permit}. It need not use it: results and exceptions are told by this class.
 * It may {@link Permit#settle} what the call weighed after all (redirects), or {@link Permit#release} it if nothing was sent;
 * the first word counts.
 *
 * @since 0.1
 */
public final class OutgoingCall {

    private final AdaptiveRateLimiter limiter;
    private final int permits;
    private final boolean background;
    private final @Nullable Duration patience;
    private final @Nullable Retry retry;
    private final Map<String, String> addedHeaders;

    OutgoingCall(
            AdaptiveRateLimiter limiter,
            int permits,
            boolean background,
            @Nullable Duration patience,
            @Nullable Retry retry,
            Map<String, String> addedHeaders) {
        this.limiter = limiter;
        this.permits = permits;
        this.background = background;
        this.patience = patience;
        this.retry = retry;
        this.addedHeaders = addedHeaders;
    }

    /**
     * Sends one attempt.
     *
     * @param <T> the client's response
     * @param <E> what it may throw
     */
    @FunctionalInterface
    public interface Wire<T extends @Nullable Object, E extends Exception> {

        /**
         * Sends the request and waits for the answer.
         *
         * @param permit of this attempt
         * @return the answer
         * @throws E if there is none
         * @throws InterruptedException if interrupted
         */
        T send(Permit permit) throws E, InterruptedException;

        /**
         * Whether the request can be sent again.
         *
         * @return default true; false for a body that can be read only once
         */
        default boolean isRepeatable() {
            return true;
        }

        /**
         * An answer that nobody will see, because the request is sent again: the place to close its body.
         *
         * @param response the answer
         */
        default void discard(T response) {}
    }

    /**
     * Sends one attempt without a thread that waits.
     *
     * @param <T> the client's response
     */
    @FunctionalInterface
    public interface AsyncWire<T extends @Nullable Object> {

        /**
         * Sends the request.
         *
         * @param permit of this attempt
         * @return the answer; cancelling {@code toCompletableFuture()} ends the exchange
         */
        CompletionStage<T> send(Permit permit);

        /**
         * Whether the request can be sent again.
         *
         * @return default true; false for a body that can be read only once
         */
        default boolean isRepeatable() {
            return true;
        }

        /**
         * An answer that nobody will see, because the request is sent again: the place to close its body.
         *
         * @param response the answer
         */
        default void discard(T response) {}
    }

    /**
     * The fields to add to every attempt.
     *
     * @return the idempotency key by its name; empty if none is wanted or the request brought one
     */
    public Map<String, String> addedHeaders() {
        return addedHeaders;
    }

    /**
     * What one attempt weighs.
     *
     * @return permits, 1 or more
     */
    public int permits() {
        return permits;
    }

    /**
     * The rules by which the call is repeated, for clients that do that by a strategy of their own; their {@code Wire} says
     * that it is not repeatable.
     *
     * @return a plain Resilience4j config; empty if nothing is to be repeated
     */
    public Optional<RetryConfig> retryConfig() {
        return Optional.ofNullable(retry).map(Retry::getRetryConfig);
    }

    /**
     * Makes the call and waits for its end.
     *
     * @param wire sends one attempt
     * @param <T> the client's response
     * @param <E> what sending may throw
     * @return the last answer
     * @throws E what sending threw last
     * @throws InterruptedException if interrupted while waiting for a permit or for the next attempt
     * @throws RequestNotPermitted if the limiter refused
     */
    public <T extends @Nullable Object, E extends Exception> T send(Wire<T, E> wire) throws E, InterruptedException {
        return new BlockingAttempts(this, null).send(wire);
    }

    /**
     * The same for clients whose calls are cancelled from another thread.
     *
     * @param wire sends one attempt
     * @param waits is given everything that the thread is about to wait for; cancelling it ends the call
     * @param <T> the client's response
     * @param <E> what sending may throw
     * @return the last answer
     * @throws E what sending threw last
     * @throws InterruptedException if interrupted while waiting for a permit or for the next attempt
     * @throws CancellationException if what it waited for was cancelled; no permit is taken then
     * @throws RequestNotPermitted if the limiter refused
     */
    public <T extends @Nullable Object, E extends Exception> T send(Wire<T, E> wire, Consumer<? super Future<?>> waits)
            throws E, InterruptedException {
        return new BlockingAttempts(this, waits).send(wire);
    }

    /**
     * Makes the call; no thread waits. Cancelled while it waits for a permit, the permit goes back; cancelled later, the
     * exchange is cancelled and counts as sent.
     *
     * @param wire sends one attempt
     * @param <T> the client's response
     * @return completes with the last answer, with what sending it threw last, or with {@code RequestNotPermitted}
     */
    public <T extends @Nullable Object> CompletableFuture<T> sendAsync(AsyncWire<T> wire) {
        return new StagedAttempts<>(this, wire).start();
    }

    /**
     * A refusal for clients that let only an {@link java.io.IOException} pass.
     *
     * @param refusal what {@link #send} threw
     * @return the exception to throw instead, which says until when
     */
    public RequestRefusedException asIoException(RequestNotPermitted refusal) {
        return new RequestRefusedException(refusal, limiter.snapshot().pauseRemaining());
    }

    @Nullable
    Retry retry() {
        return retry;
    }

    boolean isInBackground() {
        return background;
    }

    /** Parks the thread in the limiter's line; empty if refused or interrupted. */
    Optional<Permit> acquire() {
        return limiter.acquire(permits, patience());
    }

    /** A permit, without a thread that waits. */
    CompletableFuture<Permit> acquireAsync() {
        return background ? limiter.acquireInBackground(permits) : limiter.acquireAsync(permits, patience());
    }

    RequestNotPermitted refusal() {
        return RequestNotPermitted.createRequestNotPermitted(limiter);
    }

    private Duration patience() {
        return patience == null ? limiter.getRateLimiterConfig().getTimeoutDuration() : patience;
    }
}
