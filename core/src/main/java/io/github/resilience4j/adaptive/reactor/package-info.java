/**
 * Project Reactor: calls that wait for their permits, their keys, or for each other, without a thread:
 * {@code mono.transformDeferred(AdaptiveRateLimiterOperator.of(limiter))}. Needs {@code io.projectreactor:reactor-core}.
 *
 * <p>Resilience4j's own {@code RateLimiterOperator} works with our limiter too, but cannot know which call an answer belongs
 * to.
 */
@NullMarked
package io.github.resilience4j.adaptive.reactor;

import org.jspecify.annotations.NullMarked;
