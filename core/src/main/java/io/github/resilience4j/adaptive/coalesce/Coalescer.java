package io.github.resilience4j.adaptive.coalesce;

import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvents;
import io.github.resilience4j.adaptive.coalesce.internal.Engine;
import io.github.resilience4j.core.functions.CheckedSupplier;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Fifty equal questions, one call. Who asks for a key while a call for it is in flight joins that call; who asks for it
 * later may be served from the store, if the value is young enough for <em>that</em> reader. Ages count from the start of
 * the call that brought the value.
 *
 * <p>No caller is the leader: the call runs on an executor and belongs to nobody. A caller that is interrupted, cancelled
 * or out of patience ends its own wait only; the call goes on and fills the store for the next one.
 *
 * <p>After an invalidation has returned, nobody gets a value that was asked for before it: neither from the store nor from
 * a call in flight.
 *
 * <p>Keys need {@code equals} and {@code hashCode} and must not change (or see {@link CoalescerConfig.Builder#keyCopier}).
 * Whatever an answer depends on belongs into the key; the principal, above all. Keys never appear in messages or events.
 *
 * <p>A call that asks the same coalescer, or others, for something that waits for this very call fails at once with an
 * {@link IllegalStateException}. That is seen as long as it asks in the thread in which it was called; elsewhere it ends with
 * the timeout.
 *
 * <p>Thread-safe.
 *
 * <p>Made by the library, not for you to implement: a later version may add methods.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @since 0.1
 */
public interface Coalescer<K, V extends @Nullable Object> extends AutoCloseable {

    /**
     * Creates a coalescer.
     *
     * @param name for messages, events and metrics
     * @param config its settings
     * @param <K> the type of the keys
     * @param <V> the type of the values
     * @return empty
     */
    static <K, V extends @Nullable Object> Coalescer<K, V> of(String name, CoalescerConfig config) {
        return of(name, config, Map.of());
    }

    /**
     * Creates a coalescer with tags.
     *
     * @param name for messages, events and metrics
     * @param config its settings
     * @param tags for metrics, as in Resilience4j; copied
     * @param <K> the type of the keys
     * @param <V> the type of the values
     * @return empty
     */
    static <K, V extends @Nullable Object> Coalescer<K, V> of(
            String name, CoalescerConfig config, Map<String, String> tags) {
        return of(name, config, tags, System::nanoTime);
    }

    /**
     * Creates a coalescer on another clock, for tests and simulations. It tells how old values and calls are; callers still
     * wait in real time.
     *
     * @param name for messages, events and metrics
     * @param config its settings
     * @param tags for metrics, as in Resilience4j; copied
     * @param nanoTime nanoseconds since an arbitrary moment, never going back
     * @param <K> the type of the keys
     * @param <V> the type of the values
     * @return empty
     */
    static <K, V extends @Nullable Object> Coalescer<K, V> of(
            String name, CoalescerConfig config, Map<String, String> tags, LongSupplier nanoTime) {
        return Engine.coalescer(name, config, tags, nanoTime);
    }

    /**
     * The value for a key, no older than the configured {@code maxAge}.
     *
     * @param key what is asked for
     * @param call brings the value, if nobody has asked for it in time; on another thread
     * @return the value
     * @throws CoalescedCallException if the call failed; its cause is the call's exception
     * @throws CoalescerTimeoutException if there was no answer within {@code timeoutDuration}
     * @throws CoalescerRefusedException if no call could be started
     * @throws java.util.concurrent.CancellationException if the caller was interrupted (the flag stays set)
     * @throws IllegalStateException if the call would wait for itself
     */
    V get(K key, Callable<V> call);

    /**
     * The value for a key, no older than this reader allows.
     *
     * @param key what is asked for
     * @param maxAge how old a stored value may be; zero: none is good enough, but a call in flight is joined
     * @param call brings the value, if nobody has asked for it in time; on another thread
     * @return the value
     * @throws IllegalArgumentException if {@code maxAge} is negative
     * @throws CoalescedCallException if the call failed; its cause is the call's exception
     * @throws CoalescerTimeoutException if there was no answer within {@code timeoutDuration}
     * @throws CoalescerRefusedException if no call could be started
     * @throws java.util.concurrent.CancellationException if the caller was interrupted (the flag stays set)
     * @throws IllegalStateException if the call would wait for itself
     */
    V get(K key, Duration maxAge, Callable<V> call);

    /**
     * A new value for a key, past the store and past calls in flight. Once it has come, everybody gets it: it is in the
     * store, and older calls will neither be joined nor stored any more. If it fails, all is as before; nothing stale is
     * given instead.
     *
     * @param key what is asked for
     * @param call brings the value; on another thread
     * @return the value
     * @throws CoalescedCallException if the call failed; its cause is the call's exception
     * @throws CoalescerTimeoutException if there was no answer within {@code timeoutDuration}
     * @throws CoalescerRefusedException if no call could be started
     * @throws java.util.concurrent.CancellationException if the caller was interrupted (the flag stays set)
     * @throws IllegalStateException if the call would wait for itself
     */
    V refresh(K key, Callable<V> call);

    /**
     * {@link #get(Object, Duration, Callable)} without a thread that waits. Cancelling the stage (or completing it in any
     * other way) ends this caller's wait only.
     *
     * @param key what is asked for
     * @param maxAge how old a stored value may be; zero: none is good enough, but a call in flight is joined
     * @param call brings the value, if nobody has asked for it in time; invoked on another thread
     * @return the value, at once from the store, or else on the common pool; fails with the exceptions of {@code get}
     * @throws IllegalArgumentException if {@code maxAge} is negative
     */
    CompletionStage<V> getAsync(K key, Duration maxAge, Supplier<CompletionStage<V>> call);

    /**
     * {@link #refresh} without a thread that waits. Cancelling the stage ends this caller's wait only.
     *
     * @param key what is asked for
     * @param call brings the value; invoked on another thread
     * @return the value, on the common pool; fails with the exceptions of {@code refresh}
     */
    CompletionStage<V> refreshAsync(K key, Supplier<CompletionStage<V>> call);

    /**
     * Forgets a key: its value goes, and a call in flight will not be stored. Callers that joined that call get what it
     * brings; who comes later starts anew.
     *
     * @param key what is no longer true
     */
    void invalidate(K key);

    /**
     * Forgets all keys for which a predicate holds. Asks for every key there is.
     *
     * @param predicate what is no longer true; what it throws ends the invalidation half-way
     */
    void invalidateIf(Predicate<K> predicate);

    /** Forgets everything. */
    void invalidateAll();

    /**
     * Forgets all keys whose {@code keyPath} starts with a prefix. Costs as much as there are such keys and calls in flight,
     * however many other values are stored.
     *
     * @param path the prefix, character by character: {@code "/a/"} and not {@code "/a"} where {@code "/ab"} is another
     *     thing
     * @throws IllegalStateException if the configuration has no {@code keyPath}
     */
    void invalidatePrefix(String path);

    /**
     * The same coalescer for callers with another patience: same store, same flights.
     *
     * @param patience how long callers wait; zero: they start the call if need be, and take what there is
     * @return a view
     * @throws IllegalArgumentException if {@code patience} is negative
     */
    Coalescer<K, V> withTimeout(Duration patience);

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
    CoalescerConfig getCoalescerConfig();

    /**
     * Its tags.
     *
     * @return unmodifiable
     */
    Map<String, String> getTags();

    /**
     * What is going on. Reading changes nothing.
     *
     * @return the state at this moment
     */
    Snapshot snapshot();

    /**
     * Where to listen.
     *
     * @return always the same
     */
    CoalescerEvents events();

    /**
     * Refuses all later calls and fails those in flight with a {@link CoalescerRefusedException}; what is stored is
     * forgotten. The executor is left alone. Closing twice changes nothing.
     */
    @Override
    void close();

    /**
     * What is going on. Each counter is exact; read together they are from about the same moment.
     *
     * @param hits callers served from the store
     * @param joins callers that joined a call in flight
     * @param calls calls started
     * @param failedCalls calls that failed or could not be started by the executor
     * @param stale callers that got an older value than they asked for
     * @param timeouts callers that gave up waiting
     * @param refused callers refused because too many calls were in flight, or after closing
     * @param invalidations how often somebody invalidated
     * @param inFlight calls in flight
     * @param waiting callers that wait
     * @param size stored values, about
     * @param ageServed the ages of all values served from the store, stale ones too, added up
     */
    record Snapshot(
            long hits,
            long joins,
            long calls,
            long failedCalls,
            long stale,
            long timeouts,
            long refused,
            long invalidations,
            int inFlight,
            int waiting,
            long size,
            Duration ageServed) {}

    /**
     * Decorates a supplier for one key. Throws what {@link #get(Object, Callable)} throws; the same holds for the decorators
     * below.
     *
     * @param coalescer the coalescer
     * @param key what is asked for
     * @param supplier what to call
     * @param <K> the type of the keys
     * @param <V> the type of the values
     * @return a supplier whose equal calls are one
     */
    static <K, V extends @Nullable Object> Supplier<V> decorateSupplier(
            Coalescer<K, V> coalescer, K key, Supplier<V> supplier) {
        return () -> coalescer.get(key, supplier::get);
    }

    /**
     * Decorates a callable for one key.
     *
     * @param coalescer the coalescer
     * @param key what is asked for
     * @param callable what to call
     * @param <K> the type of the keys
     * @param <V> the type of the values
     * @return a callable whose equal calls are one
     */
    static <K, V extends @Nullable Object> Callable<V> decorateCallable(
            Coalescer<K, V> coalescer, K key, Callable<V> callable) {
        return () -> coalescer.get(key, callable);
    }

    /**
     * Decorates a supplier that may throw anything, for one key.
     *
     * @param coalescer the coalescer
     * @param key what is asked for
     * @param supplier what to call
     * @param <K> the type of the keys
     * @param <V> the type of the values
     * @return a supplier whose equal calls are one
     */
    static <K, V extends @Nullable Object> CheckedSupplier<V> decorateCheckedSupplier(
            Coalescer<K, V> coalescer, K key, CheckedSupplier<V> supplier) {
        Supplier<V> unchecked = supplier.unchecked();
        return () -> coalescer.get(key, unchecked::get);
    }

    /**
     * Decorates a function whose argument is the key.
     *
     * @param coalescer the coalescer
     * @param function what to call
     * @param <K> the type of the keys
     * @param <V> the type of the values
     * @return a function whose equal calls are one
     */
    static <K, V extends @Nullable Object> Function<K, V> decorateFunction(
            Coalescer<K, V> coalescer, Function<K, V> function) {
        return key -> coalescer.get(key, () -> function.apply(key));
    }

    /**
     * Decorates an asynchronous call for one key.
     *
     * @param coalescer the coalescer
     * @param key what is asked for
     * @param supplier what to call
     * @param <K> the type of the keys
     * @param <V> the type of the values
     * @return a supplier whose equal calls are one
     */
    static <K, V extends @Nullable Object> Supplier<CompletionStage<V>> decorateCompletionStage(
            Coalescer<K, V> coalescer, K key, Supplier<CompletionStage<V>> supplier) {
        return () -> coalescer.getAsync(key, coalescer.getCoalescerConfig().getMaxAge(), supplier);
    }
}
