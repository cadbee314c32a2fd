package io.github.resilience4j.adaptive.spring.health;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.ratelimiter.AdaptiveRateLimiterAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.context.annotation.Bean;

/**
 * Health of each limiter in Boot 4. Its twin for Boot 3 is compiled against that, in {@code src/boot3}. Both name their classes as
 * texts: where a class is looked at by reflection, an annotation with a missing one is none, and so no condition.
 *
 * @since 0.1
 */
@AutoConfiguration(after = AdaptiveRateLimiterAutoConfiguration.class)
@ConditionalOnClass(
        name = {
            "org.springframework.boot.health.contributor.CompositeHealthContributor",
            "org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator"
        })
@ConditionalOnBean(AdaptiveRateLimiterRegistry.class)
@EnableConfigurationProperties(LimiterHealthProperties.class)
public class LimiterHealthAutoConfiguration {

    /** For Spring. */
    public LimiterHealthAutoConfiguration() {}

    @Bean
    @ConditionalOnEnabledHealthIndicator("adaptive")
    @ConditionalOnMissingBean(name = "adaptiveHealthContributor")
    CompositeHealthContributor adaptiveHealthContributor(
            AdaptiveRateLimiterRegistry limiters, LimiterHealthProperties properties) {
        return new LimiterHealthContributor(limiters, properties);
    }
}
