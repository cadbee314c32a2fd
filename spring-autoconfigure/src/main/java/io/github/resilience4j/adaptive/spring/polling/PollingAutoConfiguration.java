package io.github.resilience4j.adaptive.spring.polling;

import org.springframework.aop.Advisor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.util.function.SingletonSupplier;

/**
 * The switch for what runs by itself, and what obeys it without a limiter. Needs no AspectJ.
 *
 * @since 0.1
 */
@AutoConfiguration
@EnableConfigurationProperties(PollingProperties.class)
public class PollingAutoConfiguration {

    /** For Spring. */
    public PollingAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    PollingSwitch adaptivePollingSwitch(PollingProperties properties) {
        return properties::enabled;
    }

    /** Of the infrastructure's role, or Boot's creator of proxies without AspectJ would not look at it. */
    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static Advisor adaptivePollingAdvisor(ObjectProvider<PollingSwitch> polling) {
        return PollingAdvice.advisor(SingletonSupplier.of(polling::getObject));
    }
}
