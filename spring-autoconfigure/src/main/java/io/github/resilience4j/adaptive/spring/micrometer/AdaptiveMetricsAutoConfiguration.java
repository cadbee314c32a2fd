package io.github.resilience4j.adaptive.spring.micrometer;

import io.github.resilience4j.adaptive.coalesce.CoalescerRegistry;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolRegistry;
import io.github.resilience4j.adaptive.micrometer.TaggedAdaptiveRateLimiterMetrics;
import io.github.resilience4j.adaptive.micrometer.TaggedApiKeyPoolMetrics;
import io.github.resilience4j.adaptive.micrometer.TaggedCoalescerMetrics;
import io.github.resilience4j.adaptive.micrometer.TaggedRetryQueueMetrics;
import io.github.resilience4j.adaptive.queue.RetryQueueRegistry;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.coalesce.CoalescerAutoConfiguration;
import io.github.resilience4j.adaptive.spring.internal.ConditionalOnSwitch;
import io.github.resilience4j.adaptive.spring.keypool.ApiKeyPoolAutoConfiguration;
import io.github.resilience4j.adaptive.spring.queue.RetryQueueAutoConfiguration;
import io.github.resilience4j.adaptive.spring.ratelimiter.AdaptiveRateLimiterAutoConfiguration;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Meters of limiters, coalescers, key pools and queues, which Boot binds to every meter registry. They stand beside Resilience4j's.
 *
 * @since 0.1
 */
@AutoConfiguration(
        after = {
            AdaptiveRateLimiterAutoConfiguration.class,
            CoalescerAutoConfiguration.class,
            ApiKeyPoolAutoConfiguration.class,
            RetryQueueAutoConfiguration.class
        })
@ConditionalOnClass(MeterBinder.class)
public class AdaptiveMetricsAutoConfiguration {

    /** For Spring. */
    public AdaptiveMetricsAutoConfiguration() {}

    @Bean
    @ConditionalOnBean(AdaptiveRateLimiterRegistry.class)
    @ConditionalOnSwitch("resilience4j.adaptive.ratelimiter.metrics.enabled")
    @ConditionalOnMissingBean
    TaggedAdaptiveRateLimiterMetrics adaptiveRateLimiterMetrics(AdaptiveRateLimiterRegistry limiters) {
        return TaggedAdaptiveRateLimiterMetrics.ofRegistry(limiters);
    }

    @Bean
    @ConditionalOnBean(CoalescerRegistry.class)
    @ConditionalOnSwitch("resilience4j.adaptive.coalescer.metrics.enabled")
    @ConditionalOnMissingBean
    TaggedCoalescerMetrics adaptiveCoalescerMetrics(CoalescerRegistry coalescers) {
        return TaggedCoalescerMetrics.ofRegistry(coalescers);
    }

    @Bean
    @ConditionalOnBean(ApiKeyPoolRegistry.class)
    @ConditionalOnSwitch("resilience4j.adaptive.keypool.metrics.enabled")
    @ConditionalOnMissingBean
    TaggedApiKeyPoolMetrics adaptiveApiKeyPoolMetrics(ApiKeyPoolRegistry pools) {
        return TaggedApiKeyPoolMetrics.ofRegistry(pools);
    }

    @Bean
    @ConditionalOnBean(RetryQueueRegistry.class)
    @ConditionalOnSwitch("resilience4j.adaptive.queue.metrics.enabled")
    @ConditionalOnMissingBean
    TaggedRetryQueueMetrics adaptiveRetryQueueMetrics(RetryQueueRegistry queues) {
        return TaggedRetryQueueMetrics.ofRegistry(queues);
    }
}
