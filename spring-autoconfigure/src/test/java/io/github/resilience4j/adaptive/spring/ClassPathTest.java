package io.github.resilience4j.adaptive.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.coalesce.CoalescerRegistry;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolRegistry;
import io.github.resilience4j.adaptive.micrometer.TaggedAdaptiveRateLimiterMetrics;
import io.github.resilience4j.adaptive.micrometer.TaggedCoalescerMetrics;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

/** Whatever the user does not have. */
class ClassPathTest {

    private static final String PROPERTY = "resilience4j.adaptive.ratelimiter.instances.api.limit-for-period=10";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.aspectj",
                "reactor",
                "io.reactivex",
                "io.micrometer.core",
                "io.micrometer.observation",
                "io.github.resilience4j.micrometer",
                "io.github.resilience4j.spring6",
                "io.github.resilience4j.common",
                "io.github.resilience4j.consumer",
                "org.springframework.boot.actuate",
                "org.springframework.boot.health",
                "org.springframework.web",
                "jakarta.servlet",
                "kotlin"
            })
    void worksWithout(String missing) {
        Apps.alone()
                .withClassLoader(new FilteredClassLoader(missing))
                .withPropertyValues(
                        PROPERTY,
                        "resilience4j.adaptive.coalescer.instances.api.max-age=1s",
                        "resilience4j.adaptive.keypool.instances.api.keys.key-1.secret=abc")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(AdaptiveRateLimiterRegistry.class)
                                    .find("api"))
                            .isPresent();
                    assertThat(context.getBean(CoalescerRegistry.class).find("api"))
                            .isPresent();
                    assertThat(context.getBean(ApiKeyPoolRegistry.class).find("api"))
                            .isPresent();
                });
    }

    @Test
    void worksWithNothingOfAllThat() {
        Apps.alone()
                .withClassLoader(new FilteredClassLoader(
                        "org.aspectj",
                        "reactor",
                        "io.reactivex",
                        "io.micrometer",
                        "io.github.resilience4j.micrometer",
                        "io.github.resilience4j.spring6",
                        "io.github.resilience4j.common",
                        "io.github.resilience4j.consumer",
                        "org.springframework.boot.actuate",
                        "org.springframework.web",
                        "jakarta.servlet",
                        "kotlin"))
                .withPropertyValues(PROPERTY)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context).doesNotHaveBean(TaggedAdaptiveRateLimiterMetrics.class);
                    assertThat(context).doesNotHaveBean(TaggedCoalescerMetrics.class);
                });
    }

    @Test
    void worksInWebApplicationsOfBothKinds() {
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(Apps.ours()))
                .withPropertyValues(PROPERTY)
                .run(context -> assertThat(context).hasNotFailed());
        new ReactiveWebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(Apps.ours()))
                .withPropertyValues(PROPERTY)
                .run(context -> assertThat(context).hasNotFailed());
    }
}
