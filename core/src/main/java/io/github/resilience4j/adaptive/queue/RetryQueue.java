package io.github.resilience4j.adaptive.queue;

import io.github.resilience4j.adaptive.queue.event.RetryQueueEvents;
import io.github.resilience4j.adaptive.queue.internal.Engine;
import io.github.resilience4j.core.functions.CheckedSupplier;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what could not be done now and does it later: at least once, the entries of one queue key in the order in which they were
 * submitted, the lines of different keys beside each other.
 *
 * <p>Work is taken when the configured {@link QueueGate} is open. A handler that is refused by our own side (no key, limiter
 * paused, breaker open) puts the entry back for the time that the refusal names, at no cost. One that fails puts it back with a
 * backoff, and its line waits; after {@code maxAttempts} the entry is a dead letter, its line goes on, and a person revives it
 * or discards it.
 *
 * <p>What survives the end of the JVM is what the {@link QueueStore} makes of it; by default it is in memory.
 *
 * <p>Thread-safe.
 *
 * <p>Made by the library, not for you to implement: a later version may add methods.
 *
 * @param <P> the type of the payloads; the configured {@link PayloadCodec} must be for it
 * @since 0.1
 */
public interface RetryQueue<P> extends AutoCloseable {

    /**
     * Creates a queue that takes entries. Work begins with {@link #handleWith}.
     *
     * @param name its name in the store, in messages, events and metrics; 1 to 255 characters
     * @param config its settings
     * @param <P> the type of the payloads
     * @return the queue
     */
    static <P> RetryQueue<P> of(String name, RetryQueueConfig config) {
        return of(name, config, Map.of());
    }

    /**
     * Creates a queue and begins to work on what is in its store.
     *
     * @param name its name in the store, in messages, events and metrics; 1 to 255 characters
     * @param config its settings
     * @param handler does the work
     * @param <P> the type of the payloads
     * @return the queue
     */
    static <P> RetryQueue<P> of(String name, RetryQueueConfig config, QueueHandler<P> handler) {
        RetryQueue<P> queue = of(name, config);
        queue.handleWith(handler);
        return queue;
    }

    /**
     * Creates a queue with tags that takes entries. Work begins with {@link #handleWith}.
     *
     * @param name its name in the store, in messages, events and metrics; 1 to 255 characters
     * @param config its settings
     * @param tags for metrics, as in Resilience4j; copied
     * @param <P> the type of the payloads
     * @return the queue
     */
    static <P> RetryQueue<P> of(String name, RetryQueueConfig config, Map<String, String> tags) {
        return of(name, config, tags, System::nanoTime);
    }

    /**
     * Creates a queue with tags, on another clock, which measures how long things take. Nobody's waiting is shortened by it: the
     * store has a clock of its own.
     *
     * @param name its name in the store, in messages, events and metrics; 1 to 255 characters
     * @param config its settings
     * @param tags for metrics, as in Resilience4j; copied
     * @param nanoTime nanoseconds since an arbitrary moment, never going back
     * @param <P> the type of the payloads
     * @return the queue
     */
    static <P> RetryQueue<P> of(String name, RetryQueueConfig config, Map<String, String> tags, LongSupplier nanoTime) {
        return Engine.queue(name, config, tags, nanoTime);
    }

    /**
     * Says who does the work, and begins.
     *
     * @param handler does the work
     * @throws IllegalStateException if there is a handler already
     */
    void handleWith(QueueHandler<P> handler);

    /**
     * Submits an entry to be done as soon as may be.
     *
     * @param queueKey its line, 1 to 255 characters
     * @param payload what is to be done
     * @return the entry
     * @throws RetryQueueFullException if the queue has as many entries as it may have
     * @throws RetryQueueClosedException if it is being drained or closed
     * @throws IllegalArgumentException if a key is empty or too long
     */
    default QueueTicket submit(String queueKey, P payload) {
        return submit(QueueSubmission.of(queueKey, payload));
    }

    /**
     * Submits an entry.
     *
     * @param queueKey its line, 1 to 255 characters
     * @param payload what is to be done
     * @param notBefore when it may be done at the earliest, by the configured clock; later entries of its line wait for it
     * @param idempotencyKey 1 to 255 characters: while the queue has an entry with it, this is the same entry. Null to have one
     *     made
     * @return the entry
     * @throws RetryQueueFullException if the queue has as many entries as it may have
     * @throws RetryQueueClosedException if it is being drained or closed
     * @throws IllegalArgumentException if a key is empty or too long
     */
    default QueueTicket submit(String queueKey, P payload, Instant notBefore, @Nullable String idempotencyKey) {
        return submit(new QueueSubmission<>(queueKey, payload, notBefore, idempotencyKey));
    }

    /**
     * Submits an entry.
     *
     * @param submission what is to be done
     * @return the entry
     * @throws RetryQueueFullException if the queue has as many entries as it may have
     * @throws RetryQueueClosedException if it is being drained or closed
     */
    QueueTicket submit(QueueSubmission<P> submission);

    /**
     * Makes a call now, in the caller's thread, unless its line has entries already: then, or if the call ends in a way that
     * {@link RetryQueueConfig.Builder#queueOn} names, what stands for it is submitted.
     *
     * @param submission what stands for the call in the queue
     * @param call the call
     * @param <T> the type of what it returns
     * @return what it returned, or the entry that it became
     * @throws Exception what the call threw, if that is not to be queued
     * @throws RetryQueueFullException if the queue has as many entries as it may have; the cause is why it was to be queued
     * @throws RetryQueueClosedException if it is being drained or closed; the cause is why it was to be queued
     */
    <T extends @Nullable Object> NowOrLater<T> callOrSubmit(QueueSubmission<P> submission, Callable<T> call)
            throws Exception;

    /** Takes no more work here; other JVMs go on. What is in hand ends, submissions are taken. Until {@link #resume()}. */
    void pause();

    /**
     * Takes work, and submissions, again.
     *
     * @throws IllegalStateException if the queue is closed
     */
    void resume();

    /**
     * Takes no more submissions here and works until nothing waits any more, dead letters apart. Submissions stay refused until
     * {@link #resume()}.
     *
     * @param patience how long the caller waits at most
     * @return whether nothing waits
     * @throws InterruptedException if the caller was
     * @throws IllegalStateException if there is no handler, or the queue is closed
     */
    boolean drain(Duration patience) throws InterruptedException;

    /**
     * Takes nothing more, neither submissions nor work, and waits for what is in hand, {@code closeTimeout} at most; handlers that
     * are not ready by then are interrupted. What was not done stays in the store. Closing twice changes nothing.
     */
    @Override
    void close();

    /**
     * The dead letters.
     *
     * @param most how many, 1 or more
     * @return the oldest first
     */
    List<QueueEntry> deadLetters(int most);

    /**
     * What waits and what is in hand.
     *
     * @param most how many, 1 or more
     * @return the oldest first
     */
    List<QueueEntry> waiting(int most);

    /**
     * Brings a dead letter back, at its old place in its line and with no attempts.
     *
     * @param id the entry
     * @return false if there is no such dead letter
     */
    boolean revive(long id);

    /**
     * Throws a dead letter away.
     *
     * @param id the entry
     * @return false if there is no such dead letter
     */
    boolean discard(long id);

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
    RetryQueueConfig getRetryQueueConfig();

    /**
     * Its tags.
     *
     * @return unmodifiable
     */
    Map<String, String> getTags();

    /**
     * What is going on. Asks the store how many entries there are, at most once a second.
     *
     * @return the state at this moment
     */
    Snapshot snapshot();

    /**
     * Where to listen.
     *
     * @return always the same
     */
    RetryQueueEvents events();

    /** What a queue does. */
    enum State {
        /** It takes submissions and work. */
        RUNNING,
        /** It takes submissions. */
        PAUSED,
        /** It takes work. */
        DRAINING,
        /** It takes nothing. */
        CLOSED
    }

    /**
     * What is going on. Counters are of this JVM; what is in the store may be everybody's.
     *
     * @param state what the queue does
     * @param waiting entries in the store that are not done, those in hand included, dead ones not; up to a second old
     * @param deadLetters dead letters in the store; up to a second old
     * @param inHand entries in the hands of this queue's handlers
     * @param submitted entries added
     * @param duplicates submissions that were an entry already
     * @param refused submissions refused
     * @param done entries done
     * @param failedAttempts attempts that failed, those that made dead letters included
     * @param putBack times an entry was put back because our own side refused
     * @param buried entries that became dead letters
     * @param lost times an entry was taken over by somebody else before it could be settled, or the store could not be told
     * @param storeFailures times the store failed
     */
    record Snapshot(
            State state,
            long waiting,
            long deadLetters,
            int inHand,
            long submitted,
            long duplicates,
            long refused,
            long done,
            long failedAttempts,
            long putBack,
            long buried,
            long lost,
            long storeFailures) {}

    /**
     * Decorates a call that returns nothing: try now, else queue. Throws what {@link #callOrSubmit} throws; the same holds for the
     * decorators below.
     *
     * @param queue the queue
     * @param submission what stands for the call in the queue
     * @param runnable the call
     * @param <P> the type of the payload
     * @return done or queued when it returns
     */
    static <P> Runnable decorateRunnable(RetryQueue<P> queue, QueueSubmission<P> submission, Runnable runnable) {
        Supplier<NowOrLater<@Nullable Object>> decorated = decorateSupplier(queue, submission, () -> {
            runnable.run();
            return null;
        });
        return () -> {
            var unused = decorated.get();
        };
    }

    /**
     * Decorates a call.
     *
     * @param queue the queue
     * @param submission what stands for the call in the queue
     * @param supplier the call
     * @param <P> the type of the payload
     * @param <T> the type of what it returns
     * @return says what it returned, or that it is queued
     */
    static <P, T extends @Nullable Object> Supplier<NowOrLater<T>> decorateSupplier(
            RetryQueue<P> queue, QueueSubmission<P> submission, Supplier<T> supplier) {
        CheckedSupplier<NowOrLater<T>> call = () -> queue.callOrSubmit(submission, supplier::get);
        return call.unchecked();
    }

    /**
     * Decorates a call that may throw anything.
     *
     * @param queue the queue
     * @param submission what stands for the call in the queue
     * @param callable the call
     * @param <P> the type of the payload
     * @param <T> the type of what it returns
     * @return says what it returned, or that it is queued
     */
    static <P, T extends @Nullable Object> Callable<NowOrLater<T>> decorateCallable(
            RetryQueue<P> queue, QueueSubmission<P> submission, Callable<T> callable) {
        return () -> queue.callOrSubmit(submission, callable);
    }

    /**
     * Decorates a call whose argument is the payload: what the handler would do with it is done now if it can be.
     *
     * @param queue the queue
     * @param keyOf the line of an argument
     * @param consumer the call
     * @param <P> the type of the argument
     * @return done or queued when it returns
     */
    static <P> Consumer<P> decorateConsumer(
            RetryQueue<P> queue, Function<? super P, String> keyOf, Consumer<? super P> consumer) {
        Objects.requireNonNull(keyOf, "keyOf");
        return payload -> decorateRunnable(
                        queue, QueueSubmission.of(keyOf.apply(payload), payload), () -> consumer.accept(payload))
                .run();
    }
}
