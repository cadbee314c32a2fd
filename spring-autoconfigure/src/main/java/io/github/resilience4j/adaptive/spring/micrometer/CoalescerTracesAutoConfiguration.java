package io.github.resilience4j.adaptive.spring.micrometer;

import io.github.resilience4j.adaptive.coalesce.CoalescerRegistry;
import io.github.resilience4j.adaptive.spring.coalesce.CoalescerAutoConfiguration;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Links the traces of those who share a call, where there is an observation registry, Boot's or the user's.
 *
 * @since 0.1
 */
@AutoConfiguration(
        after = CoalescerAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration",
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
        })
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean({ObservationRegistry.class, CoalescerRegistry.class})
public class CoalescerTracesAutoConfiguration {

    /** For Spring. */
    public CoalescerTracesAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    CoalescerTraces adaptiveCoalescerTraces(CoalescerRegistry coalescers, ObservationRegistry observations) {
        return new CoalescerTraces(coalescers, observations);
    }
}
