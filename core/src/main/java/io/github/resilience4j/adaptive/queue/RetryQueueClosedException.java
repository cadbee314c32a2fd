package io.github.resilience4j.adaptive.queue;

import io.github.resilience4j.adaptive.outcome.SelfRejection;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A queue takes no entries because it is being drained or closed. Our own side says no. */
public class RetryQueueClosedException extends RuntimeException implements SelfRejection {

    private static final long serialVersionUID = 1L;

    /** Which queue. */
    private final String queueName;

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
    }

    /**
     * Which queue.
     *
     * @return its name
     */
    public String getQueueName() {
        return queueName;
    }

    /** Nothing is known. */
    @Override
    public Duration retryAfter() {
        return Duration.ZERO;
    }
}
