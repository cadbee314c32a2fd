package io.github.resilience4j.adaptive.spring.polling;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** The switch for what runs by itself. */
@AutoConfiguration
@EnableConfigurationProperties(PollingProperties.class)
public class PollingAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    PollingSwitch adaptivePollingSwitch(PollingProperties properties) {
        return properties::enabled;
    }
}
