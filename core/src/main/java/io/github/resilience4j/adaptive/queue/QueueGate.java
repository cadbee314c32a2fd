package io.github.resilience4j.adaptive.queue;

import java.time.Duration;

/**
 * Says whether a call would be let through now, and if not, when: {@code limiter::closedFor}, {@code pool::closedFor}. It is
 * asked before work is taken, often, and must only look: whoever takes a permit here takes it twice.
 *
 * <p>Yours to implement: a method without a default is added in a major version only.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface QueueGate {

    /** Nothing is ever in the way. */
    QueueGate OPEN = () -> Duration.ZERO;

    /**
     * For how long no call will be let through.
     *
     * @return zero if one would be let through now; of any longer time it is asked again after the queue's
     *     {@code pollInterval}, so that an early end is seen
     */
    Duration closedFor();
}
