package io.github.resilience4j.adaptive.spring.micrometer;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.ratelimiter.AdaptiveRateLimiterAutoConfiguration;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Tells traces what limiters did to their calls, where there is an observation registry, Boot's or the user's.
 *
 * @since 0.1
 */
@AutoConfiguration(
        after = AdaptiveRateLimiterAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration",
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
        })
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean({ObservationRegistry.class, AdaptiveRateLimiterRegistry.class})
public class LimiterTracesAutoConfiguration {

    /** For Spring. */
    public LimiterTracesAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    LimiterTraces adaptiveLimiterTraces(AdaptiveRateLimiterRegistry limiters, ObservationRegistry observations) {
        return new LimiterTraces(limiters, observations);
    }
}
