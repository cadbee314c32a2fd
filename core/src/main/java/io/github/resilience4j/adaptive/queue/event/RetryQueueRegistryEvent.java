package io.github.resilience4j.adaptive.queue.event;

import io.github.resilience4j.adaptive.queue.RetryQueue;
import java.time.Instant;

/**
 * A queue came to a registry or went. Immutable.
 *
 * @since 0.1
 */
public sealed interface RetryQueueRegistryEvent {

    /**
     * When it happened.
     *
     * @return by the clock of the registry's default configuration
     */
    Instant creationTime();

    /**
     * Which queue it was.
     *
     * @return the queue
     */
    RetryQueue<?> queue();

    /**
     * A queue was made.
     *
     * @param creationTime when it happened
     * @param queue the queue; the registry has it already
     */
    record Added(Instant creationTime, RetryQueue<?> queue) implements RetryQueueRegistryEvent {}

    /**
     * A queue was removed. It is not closed.
     *
     * @param creationTime when it happened
     * @param queue the queue; the registry no longer has it
     */
    record Removed(Instant creationTime, RetryQueue<?> queue) implements RetryQueueRegistryEvent {}
}
