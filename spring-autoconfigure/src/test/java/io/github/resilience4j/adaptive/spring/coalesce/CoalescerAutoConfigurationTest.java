package io.github.resilience4j.adaptive.spring.coalesce;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.CoalescerConfig;
import io.github.resilience4j.adaptive.coalesce.CoalescerRegistry;
import io.github.resilience4j.adaptive.coalesce.NullPolicy;
import io.github.resilience4j.adaptive.spring.Apps;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

class CoalescerAutoConfigurationTest {

    private static final String PREFIX = "resilience4j.adaptive.coalescer.";

    private final ApplicationContextRunner app = Apps.alone();

    private static Coalescer<?, ?> coalescer(ApplicationContext context, String name) {
        return context.getBean(CoalescerRegistry.class).find(name).orElseThrow();
    }

    private static CoalescerConfig configOf(ApplicationContext context, String name) {
        return context.getBean(CoalescerRegistry.class).getConfiguration(name).orElseThrow();
    }

    @Test
    void bringsAnEmptyRegistryWithoutAnyProperty() {
        app.run(context -> assertThat(context.getBean(CoalescerRegistry.class).getAllCoalescers())
                .isEmpty());
    }

    @Test
    void aRegistryOfTheUsersOwnWins() {
        CoalescerRegistry own = CoalescerRegistry.ofDefaults();
        app.withBean("own", CoalescerRegistry.class, () -> own)
                .run(context ->
                        assertThat(context).getBean(CoalescerRegistry.class).isSameAs(own));
    }

    @Test
    void readsEverySetting() {
        app.withPropertyValues(
                        PREFIX + "instances.a.max-age=15s",
                        PREFIX + "instances.a.timeout-duration=7s",
                        PREFIX + "instances.a.maximum-size=77",
                        PREFIX + "instances.a.max-in-flight=8",
                        PREFIX + "instances.a.max-flight-age=9s",
                        PREFIX + "instances.a.null-policy=store",
                        PREFIX + "instances.a.negative-life=1s",
                        PREFIX + "instances.a.stale-on-timeout=2s",
                        PREFIX + "instances.a.stale-on-error=3s",
                        PREFIX + "instances.a.writable-stack-trace-enabled=false",
                        PREFIX + "instances.a.tags.team=portal",
                        PREFIX + "tags.zone=eu")
                .run(context -> {
                    CoalescerConfig a = configOf(context, "a");
                    assertThat(a.getMaxAge()).isEqualTo(Duration.ofSeconds(15));
                    assertThat(a.getTimeoutDuration()).isEqualTo(Duration.ofSeconds(7));
                    assertThat(a.getMaximumSize()).isEqualTo(77);
                    assertThat(a.getMaxInFlight()).isEqualTo(8);
                    assertThat(a.getMaxFlightAge()).isEqualTo(Duration.ofSeconds(9));
                    assertThat(a.getNullPolicy()).isEqualTo(NullPolicy.STORE);
                    assertThat(a.getNegativeLife()).isEqualTo(Duration.ofSeconds(1));
                    assertThat(a.getStaleOnTimeout()).isEqualTo(Duration.ofSeconds(2));
                    assertThat(a.getStaleOnError()).isEqualTo(Duration.ofSeconds(3));
                    assertThat(a.isWritableStackTraceEnabled()).isFalse();
                    assertThat(coalescer(context, "a").getTags()).isEqualTo(Map.of("team", "portal", "zone", "eu"));
                });
    }

    @Test
    void inheritsAndIsCustomized() {
        app.withPropertyValues(
                        PREFIX + "configs.default.max-age=1s",
                        PREFIX + "configs.long.timeout-duration=60s",
                        PREFIX + "instances.a.base-config=long",
                        PREFIX + "instances.b.max-age=2s")
                .withBean(
                        "forB",
                        CoalescerConfigCustomizer.class,
                        () -> CoalescerConfigCustomizer.of("b", it -> it.maximumSize(5)))
                .withBean(
                        "forCode",
                        CoalescerConfigCustomizer.class,
                        () -> CoalescerConfigCustomizer.of("code", it -> it.maximumSize(6)))
                .withBean(CoalescerRegistryCustomizer.class, () -> registry -> registry.tags(Map.of("by", "bean")))
                .run(context -> {
                    assertThat(configOf(context, "a").getMaxAge()).isEqualTo(Duration.ofSeconds(1));
                    assertThat(configOf(context, "a").getTimeoutDuration()).isEqualTo(Duration.ofSeconds(60));
                    assertThat(configOf(context, "b").getMaxAge()).isEqualTo(Duration.ofSeconds(2));
                    assertThat(configOf(context, "b").getMaximumSize()).isEqualTo(5);
                    assertThat(coalescer(context, "a").getTags()).isEqualTo(Map.of("by", "bean"));
                    CoalescerRegistry registry = context.getBean(CoalescerRegistry.class);
                    assertThat(registry.getDefaultConfig().getMaxAge()).isEqualTo(Duration.ofSeconds(1));
                    assertThat(configOf(context, "code").getMaximumSize()).isEqualTo(6);
                });
    }
}
