package io.github.resilience4j.adaptive.keypool.event;

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
public interface ApiKeyPoolRegistryEvents {

    /**
     * Listens to one type of event.
     *
     * @param type the event's type, or {@link ApiKeyPoolRegistryEvent} for all
     * @param consumer what to tell
     * @param <E> the event's type
     * @return takes the consumer away again
     */
    <E extends ApiKeyPoolRegistryEvent> Registration on(Class<E> type, Consumer<? super E> consumer);

    /**
     * Listens to everything.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onEvent(Consumer<? super ApiKeyPoolRegistryEvent> consumer) {
        return on(ApiKeyPoolRegistryEvent.class, consumer);
    }

    /**
     * Listens to pools that are made.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onAdded(Consumer<? super ApiKeyPoolRegistryEvent.Added> consumer) {
        return on(ApiKeyPoolRegistryEvent.Added.class, consumer);
    }

    /**
     * Listens to pools that are removed.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onRemoved(Consumer<? super ApiKeyPoolRegistryEvent.Removed> consumer) {
        return on(ApiKeyPoolRegistryEvent.Removed.class, consumer);
    }
}
