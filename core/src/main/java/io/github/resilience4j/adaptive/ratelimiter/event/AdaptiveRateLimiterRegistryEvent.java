package io.github.resilience4j.adaptive.ratelimiter.event;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import java.time.Instant;

/**
 * A limiter came to a registry or went. Immutable.
 *
 * @since 0.1
 */
public sealed interface AdaptiveRateLimiterRegistryEvent {

    /**
     * When it happened.
     *
     * @return by the clock of the registry's default configuration
     */
    Instant creationTime();

    /**
     * Which limiter it was.
     *
     * @return the limiter; of a {@link Replaced} the one that is there now
     */
    AdaptiveRateLimiter limiter();

    /**
     * A limiter was made.
     *
     * @param creationTime when it happened
     * @param limiter the limiter; the registry has it already
     */
    record Added(Instant creationTime, AdaptiveRateLimiter limiter) implements AdaptiveRateLimiterRegistryEvent {}

    /**
     * A limiter was removed. It is not closed.
     *
     * @param creationTime when it happened
     * @param limiter the limiter; the registry no longer has it
     */
    record Removed(Instant creationTime, AdaptiveRateLimiter limiter) implements AdaptiveRateLimiterRegistryEvent {}

    /**
     * A limiter took the place of another. That one is not closed.
     *
     * @param creationTime when it happened
     * @param before the one that was there
     * @param limiter the one that is there now
     */
    record Replaced(Instant creationTime, AdaptiveRateLimiter before, AdaptiveRateLimiter limiter)
            implements AdaptiveRateLimiterRegistryEvent {}
}
