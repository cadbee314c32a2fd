/**
 * Micrometer: meters of limiters, coalescers, key pools and retry queues ({@code Tagged…Metrics}), and marks in the traces of
 * callers ({@code …Observations}). Needs {@code io.micrometer:micrometer-core}; nothing else of the library does.
 *
 * <pre>{@code
 * AdaptiveRateLimiterRegistry limiters = AdaptiveRateLimiterRegistry.ofDefaults();
 * MeterRegistry meters = new SimpleMeterRegistry();
 * TaggedAdaptiveRateLimiterMetrics.ofRegistry(limiters).bindTo(meters);
 * }</pre>
 */
@NullMarked
package io.github.resilience4j.adaptive.micrometer;

import org.jspecify.annotations.NullMarked;
