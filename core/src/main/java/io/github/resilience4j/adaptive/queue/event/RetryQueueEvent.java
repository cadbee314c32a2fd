package io.github.resilience4j.adaptive.queue.event;

import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.queue.RetryQueue;
import java.time.Duration;
import java.time.Instant;

/**
 * Something happened in a retry queue. Immutable; {@link #creationTime()} is told by the clock of the configuration. Neither keys
 * nor payloads are in it: the entry's number leads to them.
 *
 * @since 0.1
 */
public sealed interface RetryQueueEvent {

    /**
     * Whose event it is.
     *
     * @return the name of the queue
     */
    String queueName();

    /**
     * When it happened.
     *
     * @return by the queue's clock
     */
    Instant creationTime();

    /**
     * An entry was added. Raised in the thread that submitted it.
     *
     * @param queueName whose event it is
     * @param creationTime when it happened
     * @param id the entry
     */
    record Submitted(String queueName, Instant creationTime, long id) implements RetryQueueEvent {}

    /**
     * A submission was refused: the queue is full, or takes none. Raised in the thread that submitted it.
     *
     * @param queueName whose event it is
     * @param creationTime when it happened
     * @param state what the queue was; RUNNING or PAUSED if it is full
     */
    record Refused(String queueName, Instant creationTime, RetryQueue.State state) implements RetryQueueEvent {}

    /**
     * An entry is done.
     *
     * @param queueName whose event it is
     * @param creationTime when it happened
     * @param id the entry
     * @param attempts how many it took
     * @param duration how long the handler had it in hand
     */
    record Done(String queueName, Instant creationTime, long id, int attempts, Duration duration)
            implements RetryQueueEvent {}

    /**
     * An attempt failed, and the entry will be tried again. Its line waits.
     *
     * @param queueName whose event it is
     * @param creationTime when it happened
     * @param id the entry
     * @param attempts how many it has had
     * @param kind how it ended
     * @param error class and message
     * @param delay how long it will not be tried
     */
    record Failed(
            String queueName,
            Instant creationTime,
            long id,
            int attempts,
            Outcome.Kind kind,
            String error,
            Duration delay)
            implements RetryQueueEvent {}

    /**
     * Our own side refused, and the entry will be tried again at no cost.
     *
     * @param queueName whose event it is
     * @param creationTime when it happened
     * @param id the entry
     * @param error class and message
     * @param delay how long it will not be tried
     */
    record PutBack(String queueName, Instant creationTime, long id, String error, Duration delay)
            implements RetryQueueEvent {}

    /**
     * An entry became a dead letter. Its line goes on.
     *
     * @param queueName whose event it is
     * @param creationTime when it happened
     * @param id the entry
     * @param attempts how many it has had
     * @param error class and message
     */
    record Buried(String queueName, Instant creationTime, long id, int attempts, String error)
            implements RetryQueueEvent {}

    /**
     * A dead letter was revived.
     *
     * @param queueName whose event it is
     * @param creationTime when it happened
     * @param id the entry
     */
    record Revived(String queueName, Instant creationTime, long id) implements RetryQueueEvent {}

    /**
     * A dead letter was thrown away.
     *
     * @param queueName whose event it is
     * @param creationTime when it happened
     * @param id the entry
     */
    record Discarded(String queueName, Instant creationTime, long id) implements RetryQueueEvent {}

    /**
     * Somebody else had taken an entry over before it could be settled: its handler, or the store, was away for longer than
     * the lease. What the handler did may be done again.
     *
     * @param queueName whose event it is
     * @param creationTime when it happened
     * @param id the entry
     */
    record Lost(String queueName, Instant creationTime, long id) implements RetryQueueEvent {}

    /**
     * The queue was paused, resumed, drained or closed.
     *
     * @param queueName whose event it is
     * @param creationTime when it happened
     * @param state what it is now
     */
    record StateChanged(String queueName, Instant creationTime, RetryQueue.State state) implements RetryQueueEvent {}

    /**
     * The store failed. Raised once for each time that the queue asked in vain.
     *
     * @param queueName whose event it is
     * @param creationTime when it happened
     * @param error with what
     */
    record StoreFailed(String queueName, Instant creationTime, Throwable error) implements RetryQueueEvent {}
}
