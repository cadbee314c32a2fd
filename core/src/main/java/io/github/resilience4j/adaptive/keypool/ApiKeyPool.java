package io.github.resilience4j.adaptive.keypool;

import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolEvents;
import io.github.resilience4j.adaptive.keypool.internal.RotatingApiKeyPool;
import io.github.resilience4j.adaptive.outcome.RetryHint;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.core.functions.CheckedFunction;
import io.github.resilience4j.core.functions.CheckedSupplier;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Sends each call with a key that works. An answer that is the key's fault benches that key, and the call goes on with another
 * one, each at most once:
 *
 * <ul>
 *   <li>429 and the other limits, 402: benched until the server says; the keys of its {@code quotaGroup} too; all keys if the
 *       limit is on the caller as a whole (418);
 *   <li>401: benched for an hour, the only key for a minute;
 *   <li>403 without a limit in it: the same, but if a second key of the same call gets it too, it was the call's fault: the
 *       first key returns, and the caller gets the 403 as it came.
 * </ul>
 *
 * <p>Everything else is not the key's fault and reaches the caller as it came: 5xx, 503 with Retry-After, 404, timeouts, and
 * whatever a server forbids to repeat ({@code x-should-retry: false}). Answers are judged whether they are returned or
 * thrown. A bench can become longer; it never becomes shorter: whatever ends later wins.
 *
 * <p>Each key has an {@link AdaptiveRateLimiter} of its own, and each call that is sent takes one permit there. Rotation
 * happens within one call, so a retry around the pool does not see it, and a breaker around it hears of the last key only.
 * When there is none left, {@link NoAvailableKeyException} says why and until when.
 *
 * <p>A secret is in no message, event, meter, log or store. An exception that would carry one out of the pool, as it is,
 * percent-encoded or in Base64, in its own text or that of a cause or suppressed exception, is replaced by a copy without:
 * of the same type where a type's whole state is its text, else of the closest superclass of which that holds. Such a
 * copy means the same to retries, breakers and limiters.
 *
 * <p>Thread-safe. State is kept in memory and, if there is one, in the {@link BenchStore}.
 *
 * <p>Made by the library, not for you to implement: a later version may add methods.
 *
 * @since 0.1
 */
public interface ApiKeyPool extends AutoCloseable {

    /**
     * Creates a pool.
     *
     * @param name for messages, events and metrics
     * @param config its settings
     * @param keys its keys, in any order; copied
     * @return with all keys available, but for those that a shared bench store knows better
     * @throws IllegalArgumentException if two keys have one id
     */
    static ApiKeyPool of(String name, ApiKeyPoolConfig config, List<ApiKey> keys) {
        return of(name, config, keys, Map.of());
    }

    /**
     * Creates a pool with tags.
     *
     * @param name for messages, events and metrics
     * @param config its settings
     * @param keys its keys, in any order; copied
     * @param tags for metrics, as in Resilience4j; copied
     * @return with all keys available, but for those that a shared bench store knows better
     * @throws IllegalArgumentException if two keys have one id
     */
    static ApiKeyPool of(String name, ApiKeyPoolConfig config, List<ApiKey> keys, Map<String, String> tags) {
        return of(name, config, keys, tags, System::nanoTime);
    }

    /**
     * Creates a pool on another clock, for tests and simulations. It tells how long benches are; callers still wait in real
     * time.
     *
     * @param name for messages, events and metrics
     * @param config its settings
     * @param keys its keys, in any order; copied
     * @param tags for metrics, as in Resilience4j; copied
     * @param nanoTime nanoseconds since an arbitrary moment, never going back
     * @return with all keys available, but for those that a shared bench store knows better
     * @throws IllegalArgumentException if two keys have one id
     */
    static ApiKeyPool of(
            String name, ApiKeyPoolConfig config, List<ApiKey> keys, Map<String, String> tags, LongSupplier nanoTime) {
        return RotatingApiKeyPool.create(name, config, keys, tags, nanoTime);
    }

    /**
     * Makes a call with one key after the other until one is accepted. A result that is a {@code CompletionStage} is followed
     * for the sake of its key, but what is behind it comes too late for another one: that is what
     * {@link #executeCompletionStage} is for.
     *
     * @param call the call; may be made several times, each time with another key
     * @param <T> what it returns
     * @return what the call returned
     * @throws NoAvailableKeyException if no key could be had, or all keys have been tried
     * @throws io.github.resilience4j.core.exception.AcquirePermissionCancelledException if the caller was interrupted while it
     *     waited for a key or its limiter (the flag stays set)
     * @throws Throwable what the call threw, without secrets
     */
    <T> T execute(CheckedFunction<ApiKeyLease, T> call) throws Throwable;

    /**
     * {@link #execute} without a thread that waits. Cancelling the stage ends the wait, and a permit that has come by then goes
     * back; once the call is out, it is cancelled too.
     *
     * @param call the call; may be made several times, each time with another key
     * @param <T> what it completes with
     * @return what the call completed with; fails as {@code execute} does
     */
    <T> CompletionStage<T> executeCompletionStage(Function<ApiKeyLease, ? extends CompletionStage<T>> call);

    /**
     * The way of one call through the keys, for bridges to other libraries that can neither block nor are completion stages.
     *
     * @return a new rotation
     */
    KeyRotation rotation();

    /**
     * Adds a key.
     *
     * @param key the key
     * @throws IllegalArgumentException if there is one of that id
     */
    void add(ApiKey key);

    /**
     * Puts a key in the place of the one with the same id. It begins without a bench and with a new limiter, unless it is in
     * the group of the one before; its figures go on. What calls with the old one end with does not reach the new one.
     *
     * @param key the key
     * @throws IllegalArgumentException if there is none of that id
     */
    void replace(ApiKey key);

    /**
     * Removes a key. Calls that are out with it go on.
     *
     * @param keyId the key
     * @return whether there was one
     */
    boolean remove(String keyId);

    /**
     * For how long there will be no key: for whoever wants to wait elsewhere, as a retry queue does. Takes no key and changes
     * nothing.
     *
     * @return zero if a key is neither benched nor stopped; else what is left of the shortest bench; {@link RetryHint#FOREVER}
     *     without keys, or with stopped ones only
     */
    default Duration closedFor() {
        Duration shortest = RetryHint.FOREVER;
        for (ApiKeyStats key : stats()) {
            if (key.state().equals("AVAILABLE") || key.state().equals("PAUSED")) {
                return Duration.ZERO;
            }
            if (key.state().equals("BENCHED") && key.benchedFor().compareTo(shortest) < 0) {
                shortest = key.benchedFor();
            }
        }
        return shortest;
    }

    /**
     * What each key was used for, and how it is.
     *
     * @return in the pool's order
     */
    List<ApiKeyStats> stats();

    /**
     * What one key was used for, and how it is.
     *
     * @param keyId the key
     * @return empty if there is none
     */
    Optional<ApiKeyStats> stats(String keyId);

    /**
     * The limiter of a key: what it has found, and where a person can stop the key and let it go on.
     *
     * @param keyId the key
     * @return empty if there is no such key
     */
    Optional<AdaptiveRateLimiter> limiter(String keyId);

    /**
     * What is going on. Reading changes nothing.
     *
     * @return the state at this moment
     */
    Snapshot snapshot();

    /**
     * Its name.
     *
     * @return as given
     */
    String getName();

    /**
     * Its settings.
     *
     * @return as given
     */
    ApiKeyPoolConfig getApiKeyPoolConfig();

    /**
     * Its tags.
     *
     * @return unmodifiable
     */
    Map<String, String> getTags();

    /**
     * Where to listen.
     *
     * @return always the same
     */
    ApiKeyPoolEvents events();

    /** Ends pings, turns away all who wait and all later calls, and closes the limiters. Closing twice changes nothing. */
    @Override
    void close();

    /**
     * What is going on.
     *
     * @param keys how many there are
     * @param benchedKeys those that are benched
     * @param waiting calls that wait for a key to return
     * @param inFlight calls that left and have not been answered
     * @param exhaustions how often there was no key left
     * @param turnedAway calls that ended with a {@link NoAvailableKeyException}
     * @param pings pings sent
     */
    record Snapshot(
            int keys, int benchedKeys, int waiting, int inFlight, long exhaustions, long turnedAway, long pings) {}

    /**
     * Decorates a call. Throws what {@link #execute} throws; the same holds for the decorators below.
     *
     * @param pool the pool
     * @param call what to call
     * @param <T> what it returns
     * @return a supplier that rotates
     */
    static <T> CheckedSupplier<T> decorateCheckedSupplier(ApiKeyPool pool, CheckedFunction<ApiKeyLease, T> call) {
        return () -> pool.execute(call);
    }

    /**
     * Decorates a call as a supplier; checked exceptions come out of it as they are.
     *
     * @param pool the pool
     * @param call what to call
     * @param <T> what it returns
     * @return a supplier that rotates
     */
    static <T> Supplier<T> decorateSupplier(ApiKeyPool pool, CheckedFunction<ApiKeyLease, T> call) {
        return decorateCheckedSupplier(pool, call).unchecked();
    }

    /**
     * Decorates a call as a callable; throwables that are no exceptions come out of it as they are.
     *
     * @param pool the pool
     * @param call what to call
     * @param <T> what it returns
     * @return a callable that rotates
     */
    static <T> Callable<T> decorateCallable(ApiKeyPool pool, CheckedFunction<ApiKeyLease, T> call) {
        return decorateSupplier(pool, call)::get;
    }

    /**
     * Decorates an asynchronous call.
     *
     * @param pool the pool
     * @param call what to call
     * @param <T> what it completes with
     * @return a supplier whose stage rotates
     */
    static <T> Supplier<CompletionStage<T>> decorateCompletionStage(
            ApiKeyPool pool, Function<ApiKeyLease, ? extends CompletionStage<T>> call) {
        return () -> pool.executeCompletionStage(call);
    }
}
