package io.github.resilience4j.adaptive.ratelimiter.event;

import io.github.resilience4j.adaptive.event.Registration;
import java.util.function.Consumer;

/**
 * Where to listen to a limiter. Consumers run in the thread in which it happens, after it has happened, and should be
 * quick. One that throws is logged and harms neither the call nor other consumers. Two events of different threads may
 * arrive in either order. While nobody listens, no event is made.
 *
 * <p>Made by the library, not for you to implement: a later version may add methods.
 *
 * @since 0.1
 */
public interface AdaptiveRateLimiterEvents {

    /**
     * Listens to one type of event.
     *
     * @param type the event's type, or {@link AdaptiveRateLimiterEvent} for all
     * @param consumer what to tell
     * @param <E> the event's type
     * @return takes the consumer away again
     */
    <E extends AdaptiveRateLimiterEvent> Registration on(Class<E> type, Consumer<? super E> consumer);

    /**
     * Listens to everything.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onEvent(Consumer<? super AdaptiveRateLimiterEvent> consumer) {
        return on(AdaptiveRateLimiterEvent.class, consumer);
    }

    /**
     * Listens to calls that the server refused.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onThrottled(Consumer<? super AdaptiveRateLimiterEvent.Throttled> consumer) {
        return on(AdaptiveRateLimiterEvent.Throttled.class, consumer);
    }

    /**
     * Listens to how waits are read from answers.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onHintRead(Consumer<? super AdaptiveRateLimiterEvent.HintRead> consumer) {
        return on(AdaptiveRateLimiterEvent.HintRead.class, consumer);
    }

    /**
     * Listens to cuts of the limit and to changes of the ceiling.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onLimitChanged(Consumer<? super AdaptiveRateLimiterEvent.LimitChanged> consumer) {
        return on(AdaptiveRateLimiterEvent.LimitChanged.class, consumer);
    }

    /**
     * Listens to pauses that begin or become longer.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onPaused(Consumer<? super AdaptiveRateLimiterEvent.Paused> consumer) {
        return on(AdaptiveRateLimiterEvent.Paused.class, consumer);
    }

    /**
     * Listens to probes that leave.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onProbing(Consumer<? super AdaptiveRateLimiterEvent.Probing> consumer) {
        return on(AdaptiveRateLimiterEvent.Probing.class, consumer);
    }

    /**
     * Listens to calls flowing again.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onResumed(Consumer<? super AdaptiveRateLimiterEvent.Resumed> consumer) {
        return on(AdaptiveRateLimiterEvent.Resumed.class, consumer);
    }

    /**
     * Listens to stops.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onStopped(Consumer<? super AdaptiveRateLimiterEvent.Stopped> consumer) {
        return on(AdaptiveRateLimiterEvent.Stopped.class, consumer);
    }

    /**
     * Listens to calls that the limiter refused.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onRejected(Consumer<? super AdaptiveRateLimiterEvent.Rejected> consumer) {
        return on(AdaptiveRateLimiterEvent.Rejected.class, consumer);
    }

    /**
     * Listens to calls that were served after a wait.
     *
     * @param consumer what to tell
     * @return takes the consumer away again
     */
    default Registration onWaited(Consumer<? super AdaptiveRateLimiterEvent.Waited> consumer) {
        return on(AdaptiveRateLimiterEvent.Waited.class, consumer);
    }
}
