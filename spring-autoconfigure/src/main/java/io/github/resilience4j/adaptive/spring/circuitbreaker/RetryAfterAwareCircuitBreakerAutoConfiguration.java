package io.github.resilience4j.adaptive.spring.circuitbreaker;

import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.spring.internal.OpenBreakers;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Makes breakers of Resilience4j listen to the server, by {@code resilience4j.adaptive.circuitbreaker.instances}.
 *
 * @since 0.1
 */
@AutoConfiguration
@EnableConfigurationProperties(RetryAfterAwareCircuitBreakerProperties.class)
public class RetryAfterAwareCircuitBreakerAutoConfiguration {

    /** For Spring. */
    public RetryAfterAwareCircuitBreakerAutoConfiguration() {}

    @Bean
    static JoinedCircuitBreakers adaptiveJoinedCircuitBreakers(
            ObjectProvider<CircuitBreakerRegistry> registries,
            ObjectProvider<RetryAfterAwareCircuitBreakerProperties> properties,
            ObjectProvider<RetryAfterAwareCircuitBreakerCustomizer> customizers,
            ObjectProvider<OutcomeClassifier> classifier,
            ObjectProvider<OpenBreakers> open,
            ConfigurableEnvironment environment) {
        return new JoinedCircuitBreakers(
                registries, properties, customizers, classifier, open, new WrittenProperties(environment));
    }
}
