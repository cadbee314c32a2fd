package io.github.resilience4j.adaptive.queue;

import io.github.resilience4j.adaptive.outcome.SelfRejection;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A queue takes no entries because it is being drained or closed. Our own side says no.
 *
 * @since 0.1
 */
public final class RetryQueueClosedException extends RuntimeException implements SelfRejection {

    private static final long serialVersionUID = 1L;

    /** Which queue. */
    private final String queueName;

    /** What it is instead of open. */
    private final RetryQueue.State state;

    /**
     * Says who refused and why.
     *
     * @param queueName which queue
     * @param state what it is
     * @param cause why it was to be queued; null if it was submitted without being tried
     */
    public RetryQueueClosedException(String queueName, RetryQueue.State state, @Nullable Throwable cause) {
        super("Retry queue '" + queueName + "' takes no entries: it is " + state, cause);
        this.queueName = queueName;
        this.state = state;
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
     * Why it takes none.
     *
     * @return draining or closed
     */
    public RetryQueue.State getState() {
        return state;
    }

    /** Nothing is known. */
    @Override
    public Duration retryAfter() {
        return Duration.ZERO;
    }
}
