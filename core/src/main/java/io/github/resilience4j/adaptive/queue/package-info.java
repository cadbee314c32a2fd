/**
 * Calls that our own side had to turn away are kept and done later, in order, at least once:
 * {@link io.github.resilience4j.adaptive.queue.RetryQueue}.
 *
 * <pre>{@code
 * AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of("shop", AdaptiveRateLimiterConfig.ofDefaults());
 * RetryQueue<String> orders = RetryQueue.of("orders", RetryQueueConfig.custom()
 *         .gate(limiter::closedFor)                   // nothing is taken while it is paused or stopped
 *         .build());
 * orders.handleWith(work -> limiter.executeRunnable(() -> System.out.println(work.payload())));
 * orders.submit("customer 7", "order 1");             // later, after all others of customer 7
 * }</pre>
 *
 * <p>Entries are kept by a {@link io.github.resilience4j.adaptive.queue.QueueStore}: in memory, or in a table by the module
 * {@code jdbc}.
 */
@NullMarked
package io.github.resilience4j.adaptive.queue;

import org.jspecify.annotations.NullMarked;
