package io.github.resilience4j.adaptive.spring.actuator;

import io.github.resilience4j.adaptive.coalesce.CoalescerRegistry;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolRegistry;
import io.github.resilience4j.adaptive.queue.RetryQueueRegistry;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.coalesce.CoalescerAutoConfiguration;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import io.github.resilience4j.adaptive.spring.keypool.ApiKeyPoolAutoConfiguration;
import io.github.resilience4j.adaptive.spring.queue.RetryQueueAutoConfiguration;
import io.github.resilience4j.adaptive.spring.ratelimiter.AdaptiveRateLimiterAutoConfiguration;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.EndpointAccessResolver;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * The endpoint {@code adaptive} with its dashboard, where it is exposed. Where it is not, nothing listens and nothing runs.
 *
 * @since 0.1
 */
@AutoConfiguration(
        after = {
            AdaptiveRateLimiterAutoConfiguration.class,
            CoalescerAutoConfiguration.class,
            ApiKeyPoolAutoConfiguration.class,
            RetryQueueAutoConfiguration.class
        })
@ConditionalOnClass({WebEndpoint.class, ConditionalOnAvailableEndpoint.class})
@EnableConfigurationProperties(AdaptiveActuatorProperties.class)
public class AdaptiveEndpointAutoConfiguration {

    /**
     * Ends the start if a property makes no sense, exposed or not.
     *
     * @param properties what was written
     * @param environment where
     */
    public AdaptiveEndpointAutoConfiguration(
            AdaptiveActuatorProperties properties, ConfigurableEnvironment environment) {
        properties.check(new WrittenProperties(environment));
    }

    /** Where somebody can ask. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication
    @ConditionalOnAvailableEndpoint(endpoint = AdaptiveEndpoint.class)
    @ConditionalOnBean({
        AdaptiveRateLimiterRegistry.class,
        CoalescerRegistry.class,
        ApiKeyPoolRegistry.class,
        RetryQueueRegistry.class
    })
    @ImportRuntimeHints(PageHints.class)
    static class Exposed {

        @Bean
        EventLog adaptiveEventLog(AdaptiveActuatorProperties properties) {
            return new EventLog(properties.events().size());
        }

        @Bean
        EventListening adaptiveEventListening(
                EventLog log, AdaptiveRateLimiterRegistry limiters, ApiKeyPoolRegistry pools) {
            return new EventListening(log, limiters, pools);
        }

        @Bean
        LimiterHistory adaptiveLimiterHistory(
                AdaptiveActuatorProperties properties, AdaptiveRateLimiterRegistry limiters) {
            AdaptiveActuatorProperties.History history = properties.history();
            return new LimiterHistory(limiters, history.size(), history.interval(), Clock.systemUTC());
        }

        @Bean
        @ConditionalOnMissingBean
        AdaptiveEndpoint adaptiveEndpoint(
                AdaptiveActuatorProperties properties,
                AdaptiveRateLimiterRegistry limiters,
                ObjectProvider<ReportSection> sections,
                EventLog events,
                LimiterHistory history,
                ObjectProvider<EndpointAccessResolver> access,
                ConfigurableEnvironment environment) {
            AdaptiveReports reports = new AdaptiveReports(
                    environment.getProperty("spring.application.name", ""),
                    limiters,
                    sections.orderedStream().toList(),
                    properties.maxKeys(),
                    Clock.systemUTC());
            return new AdaptiveEndpoint(
                    reports, events, history, new LimiterCommands(limiters), () -> isWritable(access));
        }

        @Bean
        @Order(0)
        CoalescerSection adaptiveCoalescerSection(CoalescerRegistry coalescers) {
            return new CoalescerSection(coalescers);
        }

        @Bean
        @Order(1)
        ApiKeySection adaptiveApiKeySection(ApiKeyPoolRegistry pools) {
            return new ApiKeySection(pools);
        }

        @Bean
        @Order(2)
        RetryQueueSection adaptiveRetryQueueSection(RetryQueueRegistry queues) {
            return new RetryQueueSection(queues);
        }

        private static boolean isWritable(ObjectProvider<EndpointAccessResolver> access) {
            EndpointAccessResolver resolver = access.getIfAvailable();
            return resolver != null
                    && resolver.accessFor(EndpointId.of(AdaptiveEndpoint.ID), Access.READ_ONLY) == Access.UNRESTRICTED;
        }
    }
}
