package io.github.resilience4j.adaptive.spring.health;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.ratelimiter.AdaptiveRateLimiterAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.CompositeHealthContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * Health of each limiter in Boot 3, where the types of health have other packages.
 *
 * @since 0.1
 */
@AutoConfiguration(after = AdaptiveRateLimiterAutoConfiguration.class)
@ConditionalOnClass(
        name = {
            "org.springframework.boot.actuate.health.CompositeHealthContributor",
            "org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator"
        })
@ConditionalOnBean(AdaptiveRateLimiterRegistry.class)
@EnableConfigurationProperties(LimiterHealthProperties.class)
public class Boot3LimiterHealthAutoConfiguration {

    /** For Spring. */
    public Boot3LimiterHealthAutoConfiguration() {}

    @Bean
    @ConditionalOnEnabledHealthIndicator("adaptive")
    @ConditionalOnMissingBean(name = "adaptiveHealthContributor")
    CompositeHealthContributor adaptiveHealthContributor(
            AdaptiveRateLimiterRegistry limiters, LimiterHealthProperties properties) {
        return new Boot3LimiterHealthContributor(limiters, properties);
    }
}
