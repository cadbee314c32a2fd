package io.github.resilience4j.adaptive.ratelimiter;

import io.github.resilience4j.adaptive.outcome.RetryHint;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvents;
import io.github.resilience4j.adaptive.ratelimiter.internal.LockFreeAdaptiveRateLimiter;
import io.github.resilience4j.core.functions.CheckedFunction;
import io.github.resilience4j.core.functions.CheckedRunnable;
import io.github.resilience4j.core.functions.CheckedSupplier;
import io.github.resilience4j.ratelimiter.RateLimiter;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A {@link RateLimiter} for somebody else's API. It starts with the limit it was configured with, cuts it once when the
 * server refuses, lets nothing leave while the server asked for a pause, sends one probe afterwards and comes back to
 * just below the limit it found. It never exceeds the configured limit and never falls below the configured floor.
 *
 * <p>It works wherever a {@code RateLimiter} does; what it learns arrives through {@link #onResult}, {@link #onError} and
 * {@link #onSuccess}. The decorators of this interface and {@link #tryAcquire} know besides which call an answer belongs
 * to and are exact where bare hooks can only guess. A refusal is Resilience4j's {@code RequestNotPermitted}; why and
 * until when is in {@link #snapshot()}.
 *
 * <p>Thread-safe. State is kept in memory: it outlives the process only with a {@code stateStore} or a {@code
 * sharedBudget}.
 *
 * <p>Made by the library, not for you to implement: a later version may add methods.
 *
 * @since 0.1
 */
public interface AdaptiveRateLimiter extends RateLimiter, AutoCloseable {

    /**
     * Creates a limiter.
     *
     * @param name for refusals, events and metrics
     * @param config its settings
     * @return running, with a full burst, unless a {@code stateStore} remembers otherwise
     */
    static AdaptiveRateLimiter of(String name, AdaptiveRateLimiterConfig config) {
        return of(name, config, System::nanoTime);
    }

    /**
     * Creates a limiter on another clock, for tests and simulations. Threads that wait still park in real time.
     *
     * @param name for refusals, events and metrics
     * @param config its settings
     * @param nanoTime nanoseconds since an arbitrary moment, never going back
     * @return running, with a full burst, unless a {@code stateStore} remembers otherwise
     */
    static AdaptiveRateLimiter of(String name, AdaptiveRateLimiterConfig config, LongSupplier nanoTime) {
        return of(name, config, Map.of(), nanoTime);
    }

    /**
     * Creates a limiter with tags.
     *
     * @param name for refusals, events and metrics
     * @param config its settings
     * @param tags for metrics, as in Resilience4j; copied
     * @return running, with a full burst, unless a {@code stateStore} remembers otherwise
     */
    static AdaptiveRateLimiter of(String name, AdaptiveRateLimiterConfig config, Map<String, String> tags) {
        return of(name, config, tags, System::nanoTime);
    }

    /**
     * Creates a limiter with tags on another clock, for tests and simulations.
     *
     * @param name for refusals, events and metrics
     * @param config its settings
     * @param tags for metrics, as in Resilience4j; copied
     * @param nanoTime nanoseconds since an arbitrary moment, never going back
     * @return running, with a full burst, unless a {@code stateStore} remembers otherwise
     */
    static AdaptiveRateLimiter of(
            String name, AdaptiveRateLimiterConfig config, Map<String, String> tags, LongSupplier nanoTime) {
        return new LockFreeAdaptiveRateLimiter(name, config, tags, nanoTime);
    }

    /**
     * Takes one permit if it is there. Never blocks.
     *
     * @return as {@link #tryAcquirePermission(int)}
     */
    default long tryAcquirePermission() {
        return tryAcquirePermission(1);
    }

    /**
     * Takes permits if they are there and nobody waits for them. Never blocks. A negative answer is a question that was
     * answered, no rejected call: it is not counted and raises no event.
     *
     * @param permits 1 to the limit for a period; more than the burst needs a full bucket and leaves a debt
     * @return 0: taken. Above 0: nanoseconds until it is worth asking again, at least a millisecond while a probe is out;
     *     {@link Long#MAX_VALUE} when only a person can resume
     * @throws IllegalArgumentException if {@code permits} is out of range
     */
    long tryAcquirePermission(int permits);

    /**
     * Takes permits if they are there, for a call with an identity. Never blocks.
     *
     * @param permits 1 to the limit for a period
     * @return the permit, which must hear how the call ended; empty if refused
     * @throws IllegalArgumentException if {@code permits} is out of range
     */
    Optional<Permit> tryAcquire(int permits);

    /**
     * Waits for permits, for a call with an identity.
     *
     * @param permits 1 to the limit for a period
     * @param patience how long to wait at most, 0 or more
     * @return the permit, which must hear how the call ended; empty if refused or interrupted (the flag stays set)
     * @throws IllegalArgumentException if an argument is out of range
     */
    Optional<Permit> acquire(int permits, Duration patience);

    /**
     * Waits for permits without a thread, for a call with an identity. Cancelling the future (or completing it in any
     * other way) ends the wait; a permit that has come by then goes back.
     *
     * @param permits 1 to the limit for a period
     * @param patience how long to wait at most, 0 or more
     * @return completes with the permit, or with {@code RequestNotPermitted}; on the common pool unless at once
     * @throws IllegalArgumentException if an argument is out of range
     */
    CompletableFuture<Permit> acquireAsync(int permits, Duration patience);

    /**
     * Waits for permits with a patience of its own instead of the configured timeout. A caller of whom it is certain that
     * it cannot be served in its time is refused at once.
     *
     * @param permits 1 to the limit for a period
     * @param patience how long to wait at most, 0 or more
     * @return whether they were taken; false also if interrupted (the flag stays set, no permit is taken)
     * @throws IllegalArgumentException if an argument is out of range
     */
    boolean acquirePermission(int permits, Duration patience);

    /**
     * The lower lane, for calls nobody waits for. It never waits, takes from the same budget and leaves
     * {@code backgroundReserve} of it to the callers of this limiter; while one of those waits it gets nothing.
     *
     * @return a view on this limiter, always the same
     */
    RateLimiter background();

    /**
     * Takes permits in the background lane, for a call with an identity. It does not wait for its turn; only a
     * {@code sharedBudget} takes a moment, without a thread.
     *
     * @param permits 1 to the limit for a period
     * @return completes with the permit, or with {@code RequestNotPermitted}
     * @throws IllegalArgumentException if {@code permits} is out of range
     */
    CompletableFuture<Permit> acquireInBackground(int permits);

    /**
     * A person stops all calls. Lasts until {@link #resume()}; nothing that a server answers changes it.
     *
     * @param reason shown in the snapshot
     */
    void stop(String reason);

    /**
     * A person pauses all calls; afterwards one probe leaves first. A longer pause that already lasts is not shortened.
     *
     * @param duration above 0
     * @throws IllegalArgumentException if {@code duration} is not above 0 or does not fit nanoseconds in a long
     */
    void pause(Duration duration);

    /**
     * Lifts a stop, a pause by hand and a pause after failures, and forgets the failures in a row. A pause the server
     * asked for turns into one probe.
     *
     * @throws IllegalStateException if the limiter is closed
     */
    void resume();

    /**
     * The settings it was made with. A limit or a timeout that was changed since is in {@link #getRateLimiterConfig()} and
     * in the snapshot.
     *
     * @return as given
     */
    AdaptiveRateLimiterConfig getAdaptiveRateLimiterConfig();

    /**
     * What is going on. Reading changes nothing, however often it is done.
     *
     * @return the state at this moment
     */
    Snapshot snapshot();

    /**
     * For how long no call will be let through: for whoever wants to wait elsewhere, as a retry queue does. Takes no permit and
     * changes nothing; how full the bucket is does not count.
     *
     * @return what is left of a pause, {@link RetryHint#FOREVER} while stopped, else zero
     */
    default Duration closedFor() {
        Snapshot now = snapshot();
        return now.state() == State.STOPPED ? RetryHint.FOREVER : now.pauseRemaining();
    }

    /**
     * What the refusals so far say about the kind of limit.
     *
     * @return the evidence
     */
    LimitEvidence evidence();

    /**
     * Where to listen to what {@code getEventPublisher()} has no events for: refusals by the server, pauses, probes,
     * changes of the limit.
     *
     * @return always the same
     */
    AdaptiveRateLimiterEvents events();

    /**
     * Releases all waiters with a refusal and refuses every later call. With a {@code stateStore} it then waits until the
     * last state is saved, two seconds at most. Closing twice changes nothing.
     */
    @Override
    void close();

    /** Whether calls may leave. A stop is stronger than a pause, a pause stronger than a probe. */
    enum State {
        /** As permits allow. */
        RUNNING,
        /** Not before the pause ends. */
        PAUSED,
        /** The pause is over; one call finds out whether the limit is. */
        PROBING,
        /** Not before a person resumes. */
        STOPPED
    }

    /** Why calls pause: the reason of the pause that ends last. */
    enum PauseReason {
        /** They do not. */
        NONE,
        /** The server named a time. */
        RETRY_AFTER,
        /** The server refused and named no time. */
        THROTTLED,
        /** Too many failures in a row. */
        CONSECUTIVE_FAILURES,
        /** A person asked. */
        MANUAL
    }

    /** A call that may leave. It must be told how the call ended; the first word counts, later ones are ignored. */
    interface Permit {

        /**
         * The call returned. A {@link CompletionStage} is followed to its end.
         *
         * @param result what it returned
         */
        void onResult(@Nullable Object result);

        /**
         * The call failed. A call that was sent and then cancelled ends with a
         * {@link java.util.concurrent.CancellationException}.
         *
         * @param error with what
         */
        void onError(Throwable error);

        /** The call was never sent: its permits go back. */
        void release();

        /**
         * The call turned out to weigh more than was taken for it, or less: what is too much goes back, what is missing
         * is a debt that the next calls pay. May be said before or after the answer, and again; after
         * {@link #release()} it changes nothing.
         *
         * @param permits what it weighs, 0 or more
         * @throws IllegalArgumentException if {@code permits} is negative
         */
        void settle(int permits);
    }

    /**
     * What is going on.
     *
     * @param state whether calls may leave
     * @param pauseReason why not
     * @param stopReason what the person who stopped said; empty if nobody did
     * @param pauseRemaining until the pause ends, zero without one
     * @param limitForPeriod permits per refresh period, in force once a pause is over
     * @param configuredLimitForPeriod the ceiling
     * @param burst most permits at once
     * @param waiting callers that wait
     * @param inFlight calls that left and have not been answered; those not heard of for two minutes are forgotten
     * @param consecutiveFailures failures since the last success
     * @param throttledCalls calls refused by the server
     * @param congestionEvents cuts of the limit: many refusals at once are one event
     * @param rejectedCalls calls refused by this limiter
     * @param lastRejectedAt when it last refused one; null if never
     * @param lastSuccessAt when the server last served one; null if never
     */
    record Snapshot(
            State state,
            PauseReason pauseReason,
            String stopReason,
            Duration pauseRemaining,
            double limitForPeriod,
            int configuredLimitForPeriod,
            double burst,
            int waiting,
            int inFlight,
            int consecutiveFailures,
            long throttledCalls,
            long congestionEvents,
            long rejectedCalls,
            @Nullable Instant lastRejectedAt,
            @Nullable Instant lastSuccessAt) {}

    /**
     * Decorates a supplier with calls that have an identity. The same holds for the decorators below.
     *
     * @param limiter the limiter
     * @param supplier what to call
     * @param <T> what it returns
     * @return a supplier that throws {@code RequestNotPermitted} when refused
     */
    static <T> Supplier<T> decorateSupplier(AdaptiveRateLimiter limiter, Supplier<T> supplier) {
        return () -> limiter.executeSupplier(supplier);
    }

    /**
     * Decorates an asynchronous call. It waits without a thread, is not started once its stage was cancelled, and then
     * its permit goes back; cancelled later, the call is cancelled too.
     *
     * @param limiter the limiter
     * @param supplier what to call
     * @param <T> what it completes with
     * @return a supplier whose stage fails with {@code RequestNotPermitted} when refused
     */
    static <T> Supplier<CompletionStage<T>> decorateCompletionStage(
            AdaptiveRateLimiter limiter, Supplier<CompletionStage<T>> supplier) {
        return () -> limiter.executeCompletionStage(supplier);
    }

    /**
     * Decorates a callable.
     *
     * @param limiter the limiter
     * @param callable what to call
     * @param <T> what it returns
     * @return a callable that throws {@code RequestNotPermitted} when refused
     */
    static <T> Callable<T> decorateCallable(AdaptiveRateLimiter limiter, Callable<T> callable) {
        return () -> limiter.executeCallable(callable);
    }

    /**
     * Decorates a runnable.
     *
     * @param limiter the limiter
     * @param runnable what to run
     * @return a runnable that throws {@code RequestNotPermitted} when refused
     */
    static Runnable decorateRunnable(AdaptiveRateLimiter limiter, Runnable runnable) {
        return () -> limiter.executeRunnable(runnable);
    }

    /**
     * Decorates a function.
     *
     * @param limiter the limiter
     * @param function what to call
     * @param <T> what it takes
     * @param <R> what it returns
     * @return a function that throws {@code RequestNotPermitted} when refused
     */
    static <T, R> Function<T, R> decorateFunction(AdaptiveRateLimiter limiter, Function<T, R> function) {
        return argument -> limiter.executeSupplier(() -> function.apply(argument));
    }

    /**
     * Decorates a consumer.
     *
     * @param limiter the limiter
     * @param consumer what to call
     * @param <T> what it takes
     * @return a consumer that throws {@code RequestNotPermitted} when refused
     */
    static <T> Consumer<T> decorateConsumer(AdaptiveRateLimiter limiter, Consumer<T> consumer) {
        return argument -> limiter.executeRunnable(() -> consumer.accept(argument));
    }

    /**
     * Decorates a supplier that may throw anything.
     *
     * @param limiter the limiter
     * @param supplier what to call
     * @param <T> what it returns
     * @return a supplier that throws {@code RequestNotPermitted} when refused
     */
    static <T> CheckedSupplier<T> decorateCheckedSupplier(AdaptiveRateLimiter limiter, CheckedSupplier<T> supplier) {
        return () -> limiter.executeCheckedSupplier(supplier);
    }

    /**
     * Decorates a runnable that may throw anything.
     *
     * @param limiter the limiter
     * @param runnable what to run
     * @return a runnable that throws {@code RequestNotPermitted} when refused
     */
    static CheckedRunnable decorateCheckedRunnable(AdaptiveRateLimiter limiter, CheckedRunnable runnable) {
        return () -> limiter.executeCheckedSupplier(() -> {
            runnable.run();
            return Optional.empty();
        });
    }

    /**
     * Decorates a function that may throw anything.
     *
     * @param limiter the limiter
     * @param function what to call
     * @param <T> what it takes
     * @param <R> what it returns
     * @return a function that throws {@code RequestNotPermitted} when refused
     */
    static <T, R> CheckedFunction<T, R> decorateCheckedFunction(
            AdaptiveRateLimiter limiter, CheckedFunction<T, R> function) {
        return argument -> limiter.executeCheckedSupplier(() -> function.apply(argument));
    }
}
