/**
 * A retry that listens: it waits as long as the server asks, stops when that is too long, and never repeats what must not
 * be repeated. What comes out is a plain Resilience4j {@link io.github.resilience4j.retry.RetryConfig}; the retrying itself
 * stays Resilience4j's.
 *
 * <pre>{@code
 * RetryConfig config = RetryAfterAwareRetry.<HttpResponse<String>>custom()
 *         .maxAttempts(4)
 *         .maxRetryAfter(Duration.ofMinutes(2))
 *         .build();
 * Retry retry = Retry.of("tracker", config);
 * }</pre>
 *
 * <p>{@link io.github.resilience4j.adaptive.retry.RetryAfterAwareCircuitBreaker} does the same for a circuit breaker.
 */
@NullMarked
package io.github.resilience4j.adaptive.retry;

import org.jspecify.annotations.NullMarked;
