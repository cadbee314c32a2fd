package io.github.resilience4j.adaptive.queue.event;

import io.github.resilience4j.adaptive.event.Registration;
import java.util.function.Consumer;

/**
 * Where to listen to a retry queue. Consumers run in the thread in which it happens, after it has happened, and should be quick. One
 * that throws is logged and harms neither the queue nor other consumers. While nobody listens, no event is made.
 *
 * <p>Made by the library, not for you to implement: a later version may add methods.
 *
 * @since 0.1
 */
public interface RetryQueueEvents {

    /**
     * Listens to one type of event.
     *
     * @param type the event's type, or {@link RetryQueueEvent} for all
     * @param consumer what to tell
     * @param <E> the event's type
     * @return takes the consumer away again
     */
    <E extends RetryQueueEvent> Registration on(Class<E> type, Consumer<? super E> consumer);

    /**
     * Listens to everything.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onEvent(Consumer<? super RetryQueueEvent> consumer) {
        return on(RetryQueueEvent.class, consumer);
    }

    /**
     * Listens to entries that are added.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onSubmitted(Consumer<? super RetryQueueEvent.Submitted> consumer) {
        return on(RetryQueueEvent.Submitted.class, consumer);
    }

    /**
     * Listens to submissions that are refused.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onRefused(Consumer<? super RetryQueueEvent.Refused> consumer) {
        return on(RetryQueueEvent.Refused.class, consumer);
    }

    /**
     * Listens to entries that are done.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onDone(Consumer<? super RetryQueueEvent.Done> consumer) {
        return on(RetryQueueEvent.Done.class, consumer);
    }

    /**
     * Listens to attempts that fail.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onFailed(Consumer<? super RetryQueueEvent.Failed> consumer) {
        return on(RetryQueueEvent.Failed.class, consumer);
    }

    /**
     * Listens to entries that our own side refuses.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onPutBack(Consumer<? super RetryQueueEvent.PutBack> consumer) {
        return on(RetryQueueEvent.PutBack.class, consumer);
    }

    /**
     * Listens to entries that become dead letters.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onBuried(Consumer<? super RetryQueueEvent.Buried> consumer) {
        return on(RetryQueueEvent.Buried.class, consumer);
    }

    /**
     * Listens to dead letters that are revived.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onRevived(Consumer<? super RetryQueueEvent.Revived> consumer) {
        return on(RetryQueueEvent.Revived.class, consumer);
    }

    /**
     * Listens to dead letters that are thrown away.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onDiscarded(Consumer<? super RetryQueueEvent.Discarded> consumer) {
        return on(RetryQueueEvent.Discarded.class, consumer);
    }

    /**
     * Listens to entries that somebody else has taken over.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onLost(Consumer<? super RetryQueueEvent.Lost> consumer) {
        return on(RetryQueueEvent.Lost.class, consumer);
    }

    /**
     * Listens to pauses, drains and ends.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onStateChanged(Consumer<? super RetryQueueEvent.StateChanged> consumer) {
        return on(RetryQueueEvent.StateChanged.class, consumer);
    }

    /**
     * Listens to failures of the store.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onStoreFailed(Consumer<? super RetryQueueEvent.StoreFailed> consumer) {
        return on(RetryQueueEvent.StoreFailed.class, consumer);
    }
}
