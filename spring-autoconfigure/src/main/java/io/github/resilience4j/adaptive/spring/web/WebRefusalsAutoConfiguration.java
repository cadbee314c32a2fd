package io.github.resilience4j.adaptive.spring.web;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.internal.ConditionalOnSwitch;
import io.github.resilience4j.adaptive.spring.internal.OpenBreakers;
import io.github.resilience4j.adaptive.spring.ratelimiter.AdaptiveRateLimiterAutoConfiguration;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.server.WebExceptionHandler;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Answers to refusals of our own side, in MVC and in WebFlux.
 *
 * @since 0.1
 */
@AutoConfiguration(after = AdaptiveRateLimiterAutoConfiguration.class)
@ConditionalOnWebApplication
@ConditionalOnSwitch(WebRefusalsProperties.PREFIX + ".enabled")
@EnableConfigurationProperties(WebRefusalsProperties.class)
public class WebRefusalsAutoConfiguration {

    /** For Spring. */
    public WebRefusalsAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    OpenBreakers adaptiveOpenBreakers() {
        return new OpenBreakers();
    }

    @Bean
    SmartInitializingSingleton adaptiveOpenBreakersFollowed(
            OpenBreakers breakers, ObjectProvider<CircuitBreakerRegistry> registries) {
        return () -> registries.forEach(breakers::follow);
    }

    /** In MVC. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    @ConditionalOnClass(DispatcherServlet.class)
    static class Mvc {

        @Bean
        WebMvcConfigurer adaptiveRefusalsInMvc(
                ObjectProvider<AdaptiveRateLimiterRegistry> registry, OpenBreakers breakers) {
            WebRefusals refusals = new WebRefusals(registry::getIfAvailable, breakers);
            return new WebMvcConfigurer() {
                @Override
                public void extendHandlerExceptionResolvers(List<HandlerExceptionResolver> resolvers) {
                    resolvers.add(new MvcRefusalResolver(refusals));
                }
            };
        }
    }

    /** In WebFlux. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
    @ConditionalOnClass(DispatcherHandler.class)
    static class Flux {

        @Bean
        WebExceptionHandler adaptiveRefusalsInWebFlux(
                ObjectProvider<AdaptiveRateLimiterRegistry> registry, OpenBreakers breakers) {
            return new WebFluxRefusalHandler(new WebRefusals(registry::getIfAvailable, breakers));
        }
    }
}
