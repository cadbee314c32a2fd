package io.github.resilience4j.adaptive.spring.aspect;

import io.github.resilience4j.adaptive.coalesce.CoalescerRegistry;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.polling.PollingAutoConfiguration;
import io.github.resilience4j.adaptive.spring.polling.PollingSwitch;
import io.github.resilience4j.adaptive.spring.ratelimiter.AdaptiveRateLimiterAutoConfiguration;
import io.github.resilience4j.spring6.circuitbreaker.configure.CircuitBreakerAspect;
import io.github.resilience4j.spring6.retry.configure.RetryAspect;
import java.util.function.Supplier;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.util.function.SingletonSupplier;

/**
 * Puts the annotations to work, with Spring's own proxies.
 *
 * @since 0.1
 */
@AutoConfiguration(after = {PollingAutoConfiguration.class, AdaptiveRateLimiterAutoConfiguration.class})
@EnableConfigurationProperties(AnnotationsProperties.class)
@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
public class AnnotationsAutoConfiguration {

    /** For Spring. */
    public AnnotationsAutoConfiguration() {}

    // Advisors are made before all other beans: what they need they ask for at the first call, and properties they read
    // themselves. Whoever wants another way has an advisor of the same name.

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    @ConditionalOnMissingBean(name = "adaptiveRateLimitAdvisor")
    static AnnotationAdvisor adaptiveRateLimitAdvisor(
            Environment environment,
            ConfigurableListableBeanFactory beans,
            ObjectProvider<AdaptiveRateLimiterRegistry> registry,
            ObjectProvider<PollingSwitch> polling) {
        return new AnnotationAdvisor(
                new LimitedMethods(new MethodTexts(environment, beans), later(registry), later(polling)),
                properties(environment).adaptiveRateLimit().aspectOrder());
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    @ConditionalOnMissingBean(name = "coalesceAdvisor")
    static AnnotationAdvisor coalesceAdvisor(
            Environment environment,
            ConfigurableListableBeanFactory beans,
            ObjectProvider<CoalescerRegistry> registry) {
        return new AnnotationAdvisor(
                new CoalescedMethods(new MethodTexts(environment, beans), later(registry)),
                properties(environment).coalesce().aspectOrder());
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    @ConditionalOnMissingBean(name = "coalesceEvictAdvisor")
    static AnnotationAdvisor coalesceEvictAdvisor(
            Environment environment,
            ConfigurableListableBeanFactory beans,
            ObjectProvider<CoalescerRegistry> registry) {
        return new AnnotationAdvisor(
                new EvictingMethods(new MethodTexts(environment, beans), later(registry)),
                properties(environment).coalesceEvict().aspectOrder());
    }

    /** Whoever has switched Spring's proxies off, or has a context without Boot's, still gets those that are needed here. */
    @Bean
    static BeanFactoryPostProcessor adaptiveAnnotationsProxies() {
        return beans -> {
            if (beans instanceof BeanDefinitionRegistry registry) {
                AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
            }
        };
    }

    @Bean
    AnnotationsCheck adaptiveAnnotationsCheck(
            ConfigurableListableBeanFactory beans,
            ObjectProvider<AnnotationAdvisor> advisors,
            ObjectProvider<CoalescerRegistry> coalescers) {
        return new AnnotationsCheck(beans, advisors.orderedStream().toList(), coalescers);
    }

    /** Where there are Resilience4j's aspects. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({RetryAspect.class, CircuitBreakerAspect.class})
    static class BesideResilience4j {

        @Bean
        OrderCheck adaptiveOrderCheck(
                ObjectProvider<RetryAspect> retries,
                ObjectProvider<CircuitBreakerAspect> breakers,
                ObjectProvider<AnnotationAdvisor> advisors) {
            return new OrderCheck(retries, breakers, advisors.orderedStream().toList());
        }
    }

    private static AnnotationsProperties properties(Environment environment) {
        return Binder.get(environment).bindOrCreate(AnnotationsProperties.PREFIX, AnnotationsProperties.class);
    }

    private static <T> Supplier<T> later(ObjectProvider<T> provider) {
        return SingletonSupplier.of(provider::getObject);
    }
}
