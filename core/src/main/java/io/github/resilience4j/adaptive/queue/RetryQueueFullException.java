package io.github.resilience4j.adaptive.queue;

import io.github.resilience4j.adaptive.outcome.SelfRejection;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A queue has as many entries as it may have, and took no further one. Our own side says no.
 *
 * @since 0.1
 */
public final class RetryQueueFullException extends RuntimeException implements SelfRejection {

    private static final long serialVersionUID = 1L;

    /** Which queue. */
    private final String queueName;

    /** How many entries it may have. */
    private final int capacity;

    /**
     * Says who refused and why.
     *
     * @param queueName which queue
     * @param capacity how many entries it may have
     * @param cause why it was to be queued; null if it was submitted without being tried
     */
    public RetryQueueFullException(String queueName, int capacity, @Nullable Throwable cause) {
        super("Retry queue '" + queueName + "' is full: it has " + capacity + " entries, dead letters included", cause);
        this.queueName = queueName;
        this.capacity = capacity;
    }

    /**
     * Which queue.
     *
     * @return its name
     */
    public String getQueueName() {
        return queueName;
    }

    /**
     * How many entries it may have.
     *
     * @return dead letters included
     */
    public int getCapacity() {
        return capacity;
    }

    /** Nothing is known: it depends on what the queue waits for. */
    @Override
    public Duration retryAfter() {
        return Duration.ZERO;
    }
}
