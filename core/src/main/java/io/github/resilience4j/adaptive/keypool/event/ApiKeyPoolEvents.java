package io.github.resilience4j.adaptive.keypool.event;

import io.github.resilience4j.adaptive.event.Registration;
import java.util.function.Consumer;

/**
 * Where to listen to a pool. Consumers run in the thread in which it happens, after it has happened, and should be quick. One
 * that throws is logged and harms neither the call nor other consumers. Two events of different threads may arrive in
 * either order. While nobody listens, no event is made.
 *
 * <p>Made by the library, not for you to implement: a later version may add methods.
 *
 * @since 0.1
 */
public interface ApiKeyPoolEvents {

    /**
     * Listens to one type of event.
     *
     * @param type the event's type, or {@link ApiKeyPoolEvent} for all
     * @param consumer what to tell
     * @param <E> the event's type
     * @return takes the consumer away again
     */
    <E extends ApiKeyPoolEvent> Registration on(Class<E> type, Consumer<? super E> consumer);

    /**
     * Listens to everything.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onEvent(Consumer<? super ApiKeyPoolEvent> consumer) {
        return on(ApiKeyPoolEvent.class, consumer);
    }

    /**
     * Listens to keys that are benched.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onBenched(Consumer<? super ApiKeyPoolEvent.Benched> consumer) {
        return on(ApiKeyPoolEvent.Benched.class, consumer);
    }

    /**
     * Listens to keys that come back.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onReturned(Consumer<? super ApiKeyPoolEvent.Returned> consumer) {
        return on(ApiKeyPoolEvent.Returned.class, consumer);
    }

    /**
     * Listens to the moment when there is no key left.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onExhausted(Consumer<? super ApiKeyPoolEvent.Exhausted> consumer) {
        return on(ApiKeyPoolEvent.Exhausted.class, consumer);
    }

    /**
     * Listens to pings.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onPinged(Consumer<? super ApiKeyPoolEvent.Pinged> consumer) {
        return on(ApiKeyPoolEvent.Pinged.class, consumer);
    }

    /**
     * Listens to keys that are added, replaced and removed.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onKeysChanged(Consumer<? super ApiKeyPoolEvent.KeysChanged> consumer) {
        return on(ApiKeyPoolEvent.KeysChanged.class, consumer);
    }
}
