package io.github.resilience4j.adaptive.spring.coalesce;

import io.github.resilience4j.adaptive.coalesce.CoalescerRegistry;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Coalescers by name, from {@code resilience4j.adaptive.coalescer}.
 *
 * @since 0.1
 */
@AutoConfiguration
@EnableConfigurationProperties(CoalescerProperties.class)
public class CoalescerAutoConfiguration {

    /** For Spring. */
    public CoalescerAutoConfiguration() {}

    /** Not lazy, whatever the application is: what is wrong with the properties must come out at the start. */
    @Bean
    @Lazy(false)
    @ConditionalOnMissingBean
    CoalescerRegistry adaptiveCoalescerRegistry(
            CoalescerProperties properties,
            ObjectProvider<CoalescerConfigCustomizer> configCustomizers,
            ObjectProvider<CoalescerRegistryCustomizer> registryCustomizers,
            ConfigurableEnvironment environment) {
        return new ConfiguredCoalescers(
                        properties,
                        new WrittenProperties(environment),
                        configCustomizers.orderedStream().toList())
                .registry(registryCustomizers.orderedStream().toList());
    }
}
