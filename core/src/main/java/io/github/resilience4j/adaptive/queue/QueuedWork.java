package io.github.resilience4j.adaptive.queue;

import org.jspecify.annotations.Nullable;

/**
 * An entry in the hands of a handler.
 *
 * <p>Made by the library, not for you to implement: a later version may add methods.
 *
 * @param <P> the type of the payload
 * @since 0.1
 */
public interface QueuedWork<P> {

    /**
     * Its number in the store.
     *
     * @return the same at every attempt
     */
    long id();

    /**
     * The line in which it waits.
     *
     * @return as submitted
     */
    String queueKey();

    /**
     * What is to be done.
     *
     * @return as submitted
     */
    P payload();

    /**
     * What tells this entry from all others of the queue.
     *
     * @return as submitted, or made when it was: the same at every attempt
     */
    String idempotencyKey();

    /**
     * Which attempt this is.
     *
     * @return 1 for the first; refusals of our own side do not count
     */
    int attempt();

    /**
     * Why the last attempt failed.
     *
     * @return class and message; empty at the first
     */
    String lastError();

    /**
     * Tells what the call returned, for clients that do not throw: an answer 503 makes a failed attempt of it.
     * {@code work -> work.answered(client.send(…))}
     *
     * @param answer what the queue's classifier judges; the last word counts, an exception counts more
     */
    void answered(@Nullable Object answer);
}
