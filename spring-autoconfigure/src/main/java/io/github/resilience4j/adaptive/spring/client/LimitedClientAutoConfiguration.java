package io.github.resilience4j.adaptive.spring.client;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import io.github.resilience4j.adaptive.spring.ratelimiter.AdaptiveRateLimiterAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Puts Spring's HTTP clients behind a limiter, by {@code resilience4j.adaptive.client}. Builders are changed when they are
 * beans; one that the application gets by a static method is its own.
 *
 * @since 0.1
 */
@AutoConfiguration(after = AdaptiveRateLimiterAutoConfiguration.class)
@EnableConfigurationProperties(LimitedClientProperties.class)
public class LimitedClientAutoConfiguration {

    /** For Spring. */
    public LimitedClientAutoConfiguration() {}

    /** Not lazy: what is wrong with the properties must come out at the start. */
    @Bean
    @Lazy(false)
    LimitedClients adaptiveLimitedClients(
            LimitedClientProperties properties,
            AdaptiveRateLimiterRegistry registry,
            ObjectProvider<OutgoingCallsCustomizer> customizers,
            ConfigurableEnvironment environment,
            ApplicationContext context) {
        return new LimitedClients(
                properties,
                registry,
                customizers.orderedStream().toList(),
                new WrittenProperties(environment),
                context.getClassLoader());
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RestClient.class)
    static class RestClients {

        @Bean
        static RestClientLimiting adaptiveRestClientLimiting(
                ObjectProvider<LimitedClientProperties> properties, ObjectProvider<LimitedClients> clients) {
            return new RestClientLimiting(new LimitedClientLookup(properties, clients));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RestTemplate.class)
    @ImportRuntimeHints(RestTemplateLimiting.Hints.class)
    static class RestTemplates {

        @Bean
        static RestTemplateLimiting adaptiveRestTemplateLimiting(
                ObjectProvider<LimitedClientProperties> properties, ObjectProvider<LimitedClients> clients) {
            return new RestTemplateLimiting(new LimitedClientLookup(properties, clients));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(WebClient.class)
    static class WebClients {

        @Bean
        static WebClientLimiting adaptiveWebClientLimiting(
                ObjectProvider<LimitedClientProperties> properties, ObjectProvider<LimitedClients> clients) {
            return new WebClientLimiting(new LimitedClientLookup(properties, clients));
        }
    }
}
