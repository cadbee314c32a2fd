package io.github.resilience4j.adaptive.queue;

import java.time.Duration;

/**
 * How an entry is.
 *
 * @param id its number; those of one line are done in the order of their numbers
 * @param queueKey its line
 * @param idempotencyKey what tells it from others
 * @param payload what is to be done
 * @param state where it is
 * @param attempts how often it was handed to a handler, refusals of our own side not counted
 * @param lastError class and message of what went wrong last; empty if nothing has
 * @param waits what is left of its time not to be done, {@link Duration#ZERO} without one; its line may hold it up longer
 * @since 0.1
 */
public record QueueEntry(
        long id,
        String queueKey,
        String idempotencyKey,
        QueuePayload payload,
        State state,
        int attempts,
        String lastError,
        Duration waits) {

    /** Where an entry is. Done ones are gone. */
    public enum State {
        /** In its line. */
        WAITING,
        /** In the hands of a handler. */
        IN_HAND,
        /** Given up: a person has to look at it. */
        DEAD
    }
}
