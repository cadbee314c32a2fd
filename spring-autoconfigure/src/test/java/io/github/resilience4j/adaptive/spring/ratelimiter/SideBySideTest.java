package io.github.resilience4j.adaptive.spring.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.spring.Apps;
import io.github.resilience4j.ratelimiter.RateLimiterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What Resilience4j's own starter does where the page compares it with this one. */
class SideBySideTest {

    private static final String THEIRS = "resilience4j.ratelimiter.instances.api.";

    private final ApplicationContextRunner app = Apps.besideResilience4j();

    @Test
    void aTypingErrorPasses() {
        app.withPropertyValues(THEIRS + "limit-per-period=5")
                .run(context -> assertThat(limit(context.getBean(RateLimiterRegistry.class)))
                        .isEqualTo(50));
    }

    @Test
    void anEmptyValueIsTheDefault() {
        app.withPropertyValues(THEIRS + "limit-for-period=")
                .run(context -> assertThat(limit(context.getBean(RateLimiterRegistry.class)))
                        .isEqualTo(50));
    }

    @Test
    void anUnknownBaseEndsTheStart() {
        app.withPropertyValues(THEIRS + "base-config=none")
                .run(context -> assertThat(context).hasFailed());
    }

    private static int limit(RateLimiterRegistry registry) {
        return registry.rateLimiter("api").getRateLimiterConfig().getLimitForPeriod();
    }
}
