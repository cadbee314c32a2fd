package io.github.resilience4j.adaptive.spring.ratelimiter;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.polling.PollingAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Limiters by name. */
@AutoConfiguration(after = PollingAutoConfiguration.class)
public class AdaptiveRateLimiterAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    AdaptiveRateLimiterRegistry adaptiveRateLimiterRegistry() {
        return AdaptiveRateLimiterRegistry.ofDefaults();
    }
}
