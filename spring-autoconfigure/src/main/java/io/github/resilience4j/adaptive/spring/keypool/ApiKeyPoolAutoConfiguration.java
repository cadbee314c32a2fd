package io.github.resilience4j.adaptive.spring.keypool;

import io.github.resilience4j.adaptive.keypool.ApiKeyPoolRegistry;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.internal.NamedBeans;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import io.github.resilience4j.adaptive.spring.polling.PollingSwitch;
import io.github.resilience4j.adaptive.spring.ratelimiter.AdaptiveRateLimiterAutoConfiguration;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Key pools by name, from {@code resilience4j.adaptive.keypool}.
 *
 * @since 0.1
 */
@AutoConfiguration(after = AdaptiveRateLimiterAutoConfiguration.class)
@EnableConfigurationProperties(ApiKeyPoolProperties.class)
@ImportRuntimeHints(SecretHints.class)
public class ApiKeyPoolAutoConfiguration {

    /** For Spring. */
    public ApiKeyPoolAutoConfiguration() {}

    /** Not lazy, whatever the application is: what is wrong with the properties must come out at the start. */
    @Bean
    @Lazy(false)
    @ConditionalOnMissingBean
    ApiKeyPoolRegistry adaptiveApiKeyPoolRegistry(
            ApiKeyPoolProperties properties,
            ObjectProvider<ApiKeyPoolConfigCustomizer> configCustomizers,
            ObjectProvider<ApiKeyPoolRegistryCustomizer> registryCustomizers,
            AdaptiveRateLimiterRegistry limiters,
            ObjectProvider<OutcomeClassifier> classifier,
            PollingSwitch polling,
            ConfigurableEnvironment environment,
            ListableBeanFactory beans) {
        WrittenProperties written = new WrittenProperties(environment);
        return new ConfiguredKeyPools(
                        properties,
                        written,
                        configCustomizers.orderedStream().toList(),
                        new NamedBeans(beans, written),
                        limiters,
                        classifier.getIfUnique(),
                        polling)
                .registry(registryCustomizers.orderedStream().toList());
    }
}
