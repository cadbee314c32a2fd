/**
 * The adaptive rate limiter: Resilience4j's {@code RateLimiter}, but one that finds a limit nobody tells it and stops
 * when it is told to. The interface and its configuration are here; the arithmetic is in {@code budget}, the threads are
 * in {@code internal}.
 */
@NullMarked
package io.github.resilience4j.adaptive.ratelimiter;

import org.jspecify.annotations.NullMarked;
