package io.github.resilience4j.adaptive.ratelimiter.event;

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
public interface AdaptiveRateLimiterRegistryEvents {

    /**
     * Listens to one type of event.
     *
     * @param type the event's type, or {@link AdaptiveRateLimiterRegistryEvent} for all
     * @param consumer what to tell
     * @param <E> the event's type
     * @return takes the consumer away again
     */
    <E extends AdaptiveRateLimiterRegistryEvent> Registration on(Class<E> type, Consumer<? super E> consumer);

    /**
     * Listens to everything.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onEvent(Consumer<? super AdaptiveRateLimiterRegistryEvent> consumer) {
        return on(AdaptiveRateLimiterRegistryEvent.class, consumer);
    }

    /**
     * Listens to limiters that are made.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onAdded(Consumer<? super AdaptiveRateLimiterRegistryEvent.Added> consumer) {
        return on(AdaptiveRateLimiterRegistryEvent.Added.class, consumer);
    }

    /**
     * Listens to limiters that are removed.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onRemoved(Consumer<? super AdaptiveRateLimiterRegistryEvent.Removed> consumer) {
        return on(AdaptiveRateLimiterRegistryEvent.Removed.class, consumer);
    }

    /**
     * Listens to limiters that take the place of others.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onReplaced(Consumer<? super AdaptiveRateLimiterRegistryEvent.Replaced> consumer) {
        return on(AdaptiveRateLimiterRegistryEvent.Replaced.class, consumer);
    }
}
