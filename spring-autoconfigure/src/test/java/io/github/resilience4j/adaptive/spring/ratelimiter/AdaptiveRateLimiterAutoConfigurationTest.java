package io.github.resilience4j.adaptive.spring.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.polling.PollingAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class AdaptiveRateLimiterAutoConfigurationTest {

    private final ApplicationContextRunner app = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    PollingAutoConfiguration.class, AdaptiveRateLimiterAutoConfiguration.class));

    @Test
    void bringsARegistry() {
        app.run(context -> assertThat(context).hasSingleBean(AdaptiveRateLimiterRegistry.class));
    }

    @Test
    void aRegistryOfTheUsersOwnWins() {
        AdaptiveRateLimiterRegistry own = AdaptiveRateLimiterRegistry.ofDefaults();
        app.withBean(AdaptiveRateLimiterRegistry.class, () -> own)
                .run(context -> assertThat(context)
                        .getBean(AdaptiveRateLimiterRegistry.class)
                        .isSameAs(own));
    }
}
