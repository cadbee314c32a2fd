package io.github.resilience4j.adaptive.spring.ratelimiter;

import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.internal.NamedBeans;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import io.github.resilience4j.adaptive.spring.polling.PollingAutoConfiguration;
import io.github.resilience4j.adaptive.spring.polling.PollingSwitch;
import io.github.resilience4j.consumer.EventConsumerRegistry;
import io.github.resilience4j.ratelimiter.event.RateLimiterEvent;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Limiters by name, from {@code resilience4j.adaptive.ratelimiter}. They are shown in every {@code RateLimiterRegistry} of
 * Resilience4j, so that its {@code @RateLimiter} and its metrics see them.
 *
 * @since 0.1
 */
@AutoConfiguration(after = PollingAutoConfiguration.class)
@EnableConfigurationProperties(AdaptiveRateLimiterProperties.class)
public class AdaptiveRateLimiterAutoConfiguration {

    /** For Spring. */
    public AdaptiveRateLimiterAutoConfiguration() {}

    /** Not lazy, whatever the application is: what is wrong with the properties must come out at the start. */
    @Bean
    @Lazy(false)
    @ConditionalOnMissingBean
    AdaptiveRateLimiterRegistry adaptiveRateLimiterRegistry(
            AdaptiveRateLimiterProperties properties,
            ObjectProvider<AdaptiveRateLimiterConfigCustomizer> configCustomizers,
            ObjectProvider<AdaptiveRateLimiterRegistryCustomizer> registryCustomizers,
            ObjectProvider<OutcomeClassifier> classifier,
            PollingSwitch polling,
            ConfigurableEnvironment environment,
            ListableBeanFactory beans) {
        WrittenProperties written = new WrittenProperties(environment);
        return new ConfiguredLimiters(
                        properties,
                        written,
                        configCustomizers.orderedStream().toList(),
                        new NamedBeans(beans, written),
                        classifier.getIfUnique(),
                        polling)
                .registry(registryCustomizers.orderedStream().toList());
    }

    @Bean
    static LimiterPublication adaptiveRateLimiterPublication(ObjectProvider<AdaptiveRateLimiterRegistry> limiters) {
        return new LimiterPublication(limiters);
    }

    /** For Resilience4j's endpoint of events, which knows only limiters of its own properties. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(EventConsumerRegistry.class)
    static class ResilienceEvents {

        @Bean
        LimiterEventConsumers adaptiveRateLimiterEventConsumers(
                AdaptiveRateLimiterProperties properties,
                AdaptiveRateLimiterRegistry limiters,
                ObjectProvider<EventConsumerRegistry<RateLimiterEvent>> consumers,
                ConfigurableEnvironment environment) {
            return new LimiterEventConsumers(properties, limiters, consumers, new WrittenProperties(environment));
        }
    }
}
