/**
 * Limiters from properties, {@code resilience4j.adaptive.ratelimiter.instances.<name>.*}, by name. What is no text is
 * changed by beans of type {@link
 * io.github.resilience4j.adaptive.spring.ratelimiter.AdaptiveRateLimiterConfigCustomizer} and {@link
 * io.github.resilience4j.adaptive.spring.ratelimiter.AdaptiveRateLimiterRegistryCustomizer}.
 */
@NullMarked
package io.github.resilience4j.adaptive.spring.ratelimiter;

import org.jspecify.annotations.NullMarked;
