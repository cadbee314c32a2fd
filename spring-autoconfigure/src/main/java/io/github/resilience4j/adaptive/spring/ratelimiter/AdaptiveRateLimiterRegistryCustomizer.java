package io.github.resilience4j.adaptive.spring.ratelimiter;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;

/**
 * A bean that changes what the registry is made of, after the properties. They follow the order of the beans.
 *
 * <p>Yours to implement: a method without a default is added in a major version only.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface AdaptiveRateLimiterRegistryCustomizer {

    /**
     * Changes the registry to be.
     *
     * @param builder with what the properties say
     */
    void customize(AdaptiveRateLimiterRegistry.Builder builder);
}
