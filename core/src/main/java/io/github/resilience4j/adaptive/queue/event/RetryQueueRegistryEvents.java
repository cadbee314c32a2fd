package io.github.resilience4j.adaptive.queue.event;

import io.github.resilience4j.adaptive.event.Registration;
import java.util.function.Consumer;

/**
 * Where to listen to a registry. Consumers run in the thread that changed the registry, after it has changed, and may use
 * it. One that throws is logged and harms nobody.
 *
 * <p>Made by the library, not for you to implement: a later version may add methods.
 *
 * @since 0.1
 */
public interface RetryQueueRegistryEvents {

    /**
     * Listens to one type of event.
     *
     * @param type the event's type, or {@link RetryQueueRegistryEvent} for all
     * @param consumer what to tell
     * @param <E> the event's type
     * @return takes the consumer away again
     */
    <E extends RetryQueueRegistryEvent> Registration on(Class<E> type, Consumer<? super E> consumer);

    /**
     * Listens to everything.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onEvent(Consumer<? super RetryQueueRegistryEvent> consumer) {
        return on(RetryQueueRegistryEvent.class, consumer);
    }

    /**
     * Listens to queues that are made.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onAdded(Consumer<? super RetryQueueRegistryEvent.Added> consumer) {
        return on(RetryQueueRegistryEvent.Added.class, consumer);
    }

    /**
     * Listens to queues that are removed.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onRemoved(Consumer<? super RetryQueueRegistryEvent.Removed> consumer) {
        return on(RetryQueueRegistryEvent.Removed.class, consumer);
    }
}
