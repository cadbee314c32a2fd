package io.github.resilience4j.adaptive.spring.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.Apps;
import io.github.resilience4j.consumer.CircularEventConsumer;
import io.github.resilience4j.consumer.EventConsumerRegistry;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterRegistry;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Case P4. */
class BesideResilience4jTest {

    private static final String OURS = "resilience4j.adaptive.ratelimiter.instances.";
    private static final String THEIRS = "resilience4j.ratelimiter.instances.";

    private final ApplicationContextRunner app = Apps.besideResilience4j()
            .withPropertyValues(OURS + "github.limit-for-period=7", THEIRS + "plain.limit-for-period=50");

    @Test
    void thereIsOneRegistryByTypeAndBothKindsAreInIt() {
        app.run(context -> {
            RateLimiterRegistry theirs = context.getBean(RateLimiterRegistry.class);
            assertThat(theirs.rateLimiter("github")).isInstanceOf(AdaptiveRateLimiter.class);
            assertThat(theirs.rateLimiter("github").getRateLimiterConfig().getLimitForPeriod())
                    .isEqualTo(7);
            assertThat(theirs.rateLimiter("plain")).isNotInstanceOf(AdaptiveRateLimiter.class);
            assertThat(context.getBean(AdaptiveRateLimiterRegistry.class).getAllRateLimiters())
                    .extracting(RateLimiter::getName)
                    .containsExactly("github");
        });
    }

    @Test
    void whoAsksInItsConstructorGetsOurs() {
        app.withBean("early", Early.class)
                .run(context ->
                        assertThat(context.getBean(Early.class).limiter).isInstanceOf(AdaptiveRateLimiter.class));
    }

    static final class Early {

        final RateLimiter limiter;

        Early(RateLimiterRegistry registry) {
            this.limiter = registry.rateLimiter("github");
        }
    }

    @Test
    void ofTheSameNameOursWins() {
        app.withPropertyValues(THEIRS + "github.limit-for-period=99")
                .run(context -> assertThat(
                                context.getBean(RateLimiterRegistry.class).rateLimiter("github"))
                        .isSameAs(context.getBean(AdaptiveRateLimiterRegistry.class)
                                .rateLimiter("github")));
    }

    @Test
    void theirMetersSeeOurs() {
        app.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .run(context -> assertThat(context.getBean(MeterRegistry.class)
                                .get("resilience4j.ratelimiter.available.permissions")
                                .tag("name", "github")
                                .gauge()
                                .value())
                        .isPositive());
    }

    @Test
    void aRegistryOfTheUsersOwnIsServedToo() {
        RateLimiterRegistry own = RateLimiterRegistry.ofDefaults();
        app.withBean(RateLimiterRegistry.class, () -> own)
                .run(context -> assertThat(own.rateLimiter("github")).isInstanceOf(AdaptiveRateLimiter.class));
    }

    @Test
    void withoutTheirStarterARegistryOfTheUsersOwnIsServed() {
        RateLimiterRegistry own = RateLimiterRegistry.ofDefaults();
        Apps.alone()
                .withPropertyValues(OURS + "github.limit-for-period=7")
                .withBean(RateLimiterRegistry.class, () -> own)
                .run(context -> assertThat(own.rateLimiter("github")).isInstanceOf(AdaptiveRateLimiter.class));
        assertThat(own.find("github")).isEmpty();
    }

    @Test
    void eventsAreRecordedWhereThePropertiesAskForIt() {
        app.withPropertyValues(
                        OURS + "github.subscribe-for-events=true",
                        OURS + "github.event-consumer-buffer-size=2",
                        OURS + "quiet.limit-for-period=5")
                .run(context -> {
                    RateLimiterRegistry registry = context.getBean(RateLimiterRegistry.class);
                    for (int i = 0; i < 3; i++) {
                        registry.rateLimiter("github").reservePermission();
                        registry.rateLimiter("quiet").reservePermission();
                    }
                    EventConsumerRegistry<?> consumers =
                            context.getBean("rateLimiterEventsConsumerRegistry", EventConsumerRegistry.class);
                    CircularEventConsumer<?> recorded = consumers.getEventConsumer("github");
                    assertThat(recorded.getBufferedEvents()).hasSize(2);
                    assertThat((Object) consumers.getEventConsumer("quiet")).isNull();
                });
    }

    /** What the page says of them in its comparison. */
    @Test
    void theirsLetsATypingErrorAndAnEmptyValuePass() {
        app.withPropertyValues(THEIRS + "x.limit-for-period=", THEIRS + "x.limit-per-period=3")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void noBeanOfOursIsOfATypeThatTheirsLookFor() {
        app.run(context -> {
            assertThat(context).hasSingleBean(RateLimiterRegistry.class).doesNotHaveBean(RateLimiter.class);
            assertThat(context.getBeanFactory()
                            .getBeanDefinition("adaptiveRateLimiterRegistry")
                            .getRole())
                    .isEqualTo(BeanDefinition.ROLE_APPLICATION);
        });
    }
}
