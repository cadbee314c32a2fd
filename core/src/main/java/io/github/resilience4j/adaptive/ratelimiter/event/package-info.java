/**
 * What a limiter and a registry tell those who listen: {@code limiter.events().onPaused(…)}, and {@code onEvent(…)} for all; see
 * {@link io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent}. Resilience4j's own events come from
 * {@code getEventPublisher()} as ever.
 */
@NullMarked
package io.github.resilience4j.adaptive.ratelimiter.event;

import org.jspecify.annotations.NullMarked;
