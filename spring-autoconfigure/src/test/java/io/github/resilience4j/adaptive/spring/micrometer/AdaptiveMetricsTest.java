package io.github.resilience4j.adaptive.spring.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.CoalescerRegistry;
import io.github.resilience4j.adaptive.micrometer.TaggedAdaptiveRateLimiterMetrics;
import io.github.resilience4j.adaptive.micrometer.TaggedApiKeyPoolMetrics;
import io.github.resilience4j.adaptive.micrometer.TaggedCoalescerMetrics;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.Apps;
import io.micrometer.common.KeyValue;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class AdaptiveMetricsTest {

    private final ApplicationContextRunner app = Apps.besideResilience4j()
            .withPropertyValues(
                    "resilience4j.adaptive.ratelimiter.instances.api.limit-for-period=10",
                    "resilience4j.adaptive.ratelimiter.instances.api.tags.team=portal",
                    "resilience4j.adaptive.coalescer.instances.pages.max-age=1m",
                    "resilience4j.adaptive.keypool.instances.maps.keys.key-1.secret=abc",
                    "resilience4j.adaptive.keypool.instances.maps.tags.team=portal");

    @Test
    void metersOfAllBindBesideThoseOfResilience4j() {
        app.withBean(MeterRegistry.class, SimpleMeterRegistry::new).run(context -> {
            MeterRegistry meters = context.getBean(MeterRegistry.class);
            // What Boot's metrics do with every binder.
            context.getBeansOfType(MeterBinder.class).values().forEach(binder -> binder.bindTo(meters));
            assertThat(meters.get("resilience4j.adaptive.ratelimiter.limit")
                            .tags("name", "api", "team", "portal")
                            .gauge()
                            .value())
                    .isEqualTo(10);
            assertThat(meters.get("resilience4j.adaptive.coalescer.size")
                            .tag("name", "pages")
                            .gauge()
                            .value())
                    .isZero();
            assertThat(meters.get("resilience4j.adaptive.keypool.key.calls")
                            .tags("name", "maps", "key", "key-1", "team", "portal")
                            .functionCounter()
                            .count())
                    .isZero();
            assertThat(meters.find("resilience4j.ratelimiter.waiting_threads")
                            .tag("name", "api")
                            .gauge())
                    .isNotNull();
        });
    }

    @Test
    void metersCanBeSwitchedOffOneByOne() {
        app.withPropertyValues("resilience4j.adaptive.ratelimiter.metrics.enabled=false")
                .run(context -> assertThat(context)
                        .doesNotHaveBean(TaggedAdaptiveRateLimiterMetrics.class)
                        .hasSingleBean(TaggedCoalescerMetrics.class));
        app.withPropertyValues("resilience4j.adaptive.coalescer.metrics.enabled=false")
                .run(context -> assertThat(context)
                        .hasSingleBean(TaggedAdaptiveRateLimiterMetrics.class)
                        .doesNotHaveBean(TaggedCoalescerMetrics.class));
        app.withPropertyValues("resilience4j.adaptive.keypool.metrics.enabled=false")
                .run(context -> assertThat(context)
                        .hasSingleBean(TaggedCoalescerMetrics.class)
                        .doesNotHaveBean(TaggedApiKeyPoolMetrics.class));
    }

    @Test
    void metersOfTheUsersOwnWin() {
        TaggedAdaptiveRateLimiterMetrics own =
                TaggedAdaptiveRateLimiterMetrics.ofRegistry(AdaptiveRateLimiterRegistry.ofDefaults());
        app.withBean("own", TaggedAdaptiveRateLimiterMetrics.class, () -> own)
                .run(context -> assertThat(context)
                        .getBean(TaggedAdaptiveRateLimiterMetrics.class)
                        .isSameAs(own));
    }

    @Test
    void tracesOfThoseWhoShareACallAreLinked() {
        ObservationRegistry observations = ObservationRegistry.create();
        List<String> flights = new CopyOnWriteArrayList<>();
        observations.observationConfig().observationHandler(new ObservationHandler<>() {
            @Override
            public void onStop(Observation.Context context) {
                for (KeyValue value : context.getHighCardinalityKeyValues()) {
                    flights.add(value.getValue());
                }
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
        app.withBean(ObservationRegistry.class, () -> observations).run(context -> {
            CoalescerRegistry registry = context.getBean(CoalescerRegistry.class);
            Coalescer<String, String> pages = registry.coalescer("pages");
            Coalescer<String, String> later = registry.coalescer("later");
            Observation.start("first", observations).observe(() -> pages.get("/", Duration.ofMinutes(1), () -> "page"));
            Observation.start("second", observations)
                    .observe(() -> pages.get("/", Duration.ofMinutes(1), () -> "page"));
            Observation.start("third", observations).observe(() -> later.get("/", Duration.ofMinutes(1), () -> "page"));
        });
        assertThat(flights).hasSize(3);
        assertThat(flights.get(1)).isEqualTo(flights.get(0));
        assertThat(flights.get(2)).isNotEqualTo(flights.get(0));
    }

    @Test
    void tracesSayWhoWasTurnedAway() {
        ObservationRegistry observations = ObservationRegistry.create();
        List<String> events = new CopyOnWriteArrayList<>();
        observations.observationConfig().observationHandler(new ObservationHandler<>() {
            @Override
            public void onEvent(Observation.Event event, Observation.Context context) {
                events.add(event.getContextualName());
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
        app.withBean(ObservationRegistry.class, () -> observations).run(context -> {
            AdaptiveRateLimiterRegistry limiters = context.getBean(AdaptiveRateLimiterRegistry.class);
            for (String name : List.of("api", "later")) {
                limiters.rateLimiter(name).stop("test");
                Observation.start("call", observations)
                        .observe(() -> limiters.rateLimiter(name).acquirePermission(1));
            }
        });
        assertThat(events).containsExactly("api STOPPED test", "later STOPPED test");
    }

    @Test
    void withoutAnObservationRegistryThereIsNothingToLink() {
        app.run(context ->
                assertThat(context).doesNotHaveBean(CoalescerTraces.class).doesNotHaveBean(LimiterTraces.class));
    }
}
