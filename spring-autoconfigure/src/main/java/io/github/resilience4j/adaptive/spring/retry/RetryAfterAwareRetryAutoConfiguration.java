package io.github.resilience4j.adaptive.spring.retry;

import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import io.github.resilience4j.retry.RetryRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Makes retries of Resilience4j listen to the server, by {@code resilience4j.adaptive.retry.instances}.
 *
 * @since 0.1
 */
@AutoConfiguration
@EnableConfigurationProperties(RetryAfterAwareRetryProperties.class)
public class RetryAfterAwareRetryAutoConfiguration {

    /** For Spring. */
    public RetryAfterAwareRetryAutoConfiguration() {}

    @Bean
    static JoinedRetries adaptiveJoinedRetries(
            ObjectProvider<RetryRegistry> registries,
            ObjectProvider<RetryAfterAwareRetryProperties> properties,
            ObjectProvider<RetryAfterAwareRetryCustomizer> customizers,
            ObjectProvider<OutcomeClassifier> classifier,
            ConfigurableEnvironment environment) {
        return new JoinedRetries(registries, properties, customizers, classifier, new WrittenProperties(environment));
    }
}
