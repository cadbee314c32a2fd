package io.github.resilience4j.adaptive.coalesce.event;

import io.github.resilience4j.adaptive.event.Registration;
import java.util.function.Consumer;

/**
 * Where to listen to a coalescer. Consumers run in the thread in which it happens, after it has happened, and should be
 * quick. One that throws is logged and harms neither the call nor other consumers. Two events of different threads may
 * arrive in either order. While nobody listens, no event is made.
 *
 * <p>Made by the library, not for you to implement: a later version may add methods.
 *
 * @since 0.1
 */
public interface CoalescerEvents {

    /**
     * Listens to one type of event.
     *
     * @param type the event's type, or {@link CoalescerEvent} for all
     * @param consumer what to tell
     * @param <E> the event's type
     * @return takes the consumer away again
     */
    <E extends CoalescerEvent> Registration on(Class<E> type, Consumer<? super E> consumer);

    /**
     * Listens to everything.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onEvent(Consumer<? super CoalescerEvent> consumer) {
        return on(CoalescerEvent.class, consumer);
    }

    /**
     * Listens to callers that are served from the store.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onHit(Consumer<? super CoalescerEvent.Hit> consumer) {
        return on(CoalescerEvent.Hit.class, consumer);
    }

    /**
     * Listens to callers that join a call in flight.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onJoined(Consumer<? super CoalescerEvent.Joined> consumer) {
        return on(CoalescerEvent.Joined.class, consumer);
    }

    /**
     * Listens to calls that start.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onCalled(Consumer<? super CoalescerEvent.Called> consumer) {
        return on(CoalescerEvent.Called.class, consumer);
    }

    /**
     * Listens to calls that return.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onReturned(Consumer<? super CoalescerEvent.Returned> consumer) {
        return on(CoalescerEvent.Returned.class, consumer);
    }

    /**
     * Listens to calls that fail.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onFailed(Consumer<? super CoalescerEvent.Failed> consumer) {
        return on(CoalescerEvent.Failed.class, consumer);
    }

    /**
     * Listens to values that are older than was asked for.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onStale(Consumer<? super CoalescerEvent.Stale> consumer) {
        return on(CoalescerEvent.Stale.class, consumer);
    }

    /**
     * Listens to callers that give up.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onTimedOut(Consumer<? super CoalescerEvent.TimedOut> consumer) {
        return on(CoalescerEvent.TimedOut.class, consumer);
    }

    /**
     * Listens to calls that are not started.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onRefused(Consumer<? super CoalescerEvent.Refused> consumer) {
        return on(CoalescerEvent.Refused.class, consumer);
    }

    /**
     * Listens to invalidations.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onInvalidated(Consumer<? super CoalescerEvent.Invalidated> consumer) {
        return on(CoalescerEvent.Invalidated.class, consumer);
    }
}
