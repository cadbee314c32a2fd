package io.github.resilience4j.adaptive.spring.queue;

import io.github.resilience4j.adaptive.keypool.ApiKeyPoolRegistry;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.queue.RetryQueueRegistry;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.internal.NamedBeans;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import io.github.resilience4j.adaptive.spring.keypool.ApiKeyPoolAutoConfiguration;
import io.github.resilience4j.adaptive.spring.ratelimiter.AdaptiveRateLimiterAutoConfiguration;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Retry queues by name, from {@code resilience4j.adaptive.queue}.
 *
 * @since 0.1
 */
@AutoConfiguration(after = {AdaptiveRateLimiterAutoConfiguration.class, ApiKeyPoolAutoConfiguration.class})
@EnableConfigurationProperties(RetryQueueProperties.class)
public class RetryQueueAutoConfiguration {

    /** For Spring. */
    public RetryQueueAutoConfiguration() {}

    /** Not lazy, whatever the application is: what is wrong with the properties must come out at the start. */
    @Bean
    @Lazy(false)
    @ConditionalOnMissingBean
    RetryQueueRegistry adaptiveRetryQueueRegistry(
            RetryQueueProperties properties,
            ObjectProvider<RetryQueueConfigCustomizer> configCustomizers,
            ObjectProvider<RetryQueueRegistryCustomizer> registryCustomizers,
            AdaptiveRateLimiterRegistry limiters,
            ApiKeyPoolRegistry pools,
            ObjectProvider<OutcomeClassifier> classifier,
            ConfigurableEnvironment environment,
            ListableBeanFactory beans) {
        WrittenProperties written = new WrittenProperties(environment);
        return new ConfiguredQueues(
                        properties,
                        written,
                        configCustomizers.orderedStream().toList(),
                        new NamedBeans(beans, written),
                        new Gates(limiters, pools, written),
                        classifier.getIfUnique())
                .registry(registryCustomizers.orderedStream().toList());
    }

    @Bean(QueueWorkers.BEAN)
    @Lazy(false)
    QueueWorkers adaptiveQueueWorkers(
            RetryQueueRegistry queues,
            RetryQueueProperties properties,
            ConfigurableEnvironment environment,
            ConfigurableListableBeanFactory beans) {
        return new QueueWorkers(queues, properties, new WrittenProperties(environment), beans);
    }
}
