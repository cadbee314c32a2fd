package io.github.resilience4j.adaptive.spring.keypool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.keypool.ApiKeyPool;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolConfig;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolRegistry;
import io.github.resilience4j.adaptive.keypool.ApiKeyStats;
import io.github.resilience4j.adaptive.keypool.BenchStore;
import io.github.resilience4j.adaptive.keypool.NoAvailableKeyException;
import io.github.resilience4j.adaptive.keypool.OnAllBenched;
import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.spring.Apps;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class ApiKeyPoolAutoConfigurationTest {

    private static final String PREFIX = "resilience4j.adaptive.keypool.";
    private static final String MAPS = PREFIX + "instances.maps.";

    private final ApplicationContextRunner app = Apps.alone();

    private static ApiKeyPoolRegistry registry(ApplicationContext context) {
        return context.getBean(ApiKeyPoolRegistry.class);
    }

    private static ApiKeyPool pool(ApplicationContext context, String name) {
        return registry(context).find(name).orElseThrow();
    }

    private static ApiKeyPoolConfig configOf(ApplicationContext context, String name) {
        return registry(context).getConfiguration(name).orElseThrow();
    }

    private static Set<String> secretsOf(ApiKeyPool pool, int keys) throws Exception {
        Set<String> secrets = new TreeSet<>();
        for (int i = 0; i < keys; i++) {
            secrets.add(call(pool));
        }
        return secrets;
    }

    private static String call(ApiKeyPool pool) {
        try {
            return pool.execute(lease -> lease.keyId() + "=" + lease.secret());
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Vault {

        @Bean
        Supplier<String> vault() {
            return () -> "of this week";
        }
    }

    @Test
    void bringsAnEmptyRegistryWithoutAnyProperty() {
        app.run(context -> assertThat(registry(context).getAllKeyPools()).isEmpty());
    }

    @Test
    void aRegistryOfTheUsersOwnWins() {
        ApiKeyPoolRegistry own = ApiKeyPoolRegistry.ofDefaults();
        app.withBean("own", ApiKeyPoolRegistry.class, () -> own)
                .run(context ->
                        assertThat(context).getBean(ApiKeyPoolRegistry.class).isSameAs(own));
    }

    @Test
    void keysHaveASecretByPlaceholderOrABeanThatGivesIt() {
        app.withUserConfiguration(Vault.class)
                .withPropertyValues(
                        "MAPS_KEY_1=first",
                        MAPS + "keys.key-1.secret=${MAPS_KEY_1}",
                        MAPS + "keys.key-2.secret-supplier=vault",
                        MAPS + "keys.key-3=in one line")
                .run(context -> assertThat(secretsOf(pool(context, "maps"), 3))
                        .containsExactly("key-1=first", "key-2=of this week", "key-3=in one line"));
    }

    @Test
    void keysOfOneAccountShareALimiterAndWeightIsAShareOfTheCalls() {
        app.withPropertyValues(
                        MAPS + "keys.a.secret=1",
                        MAPS + "keys.a.quota-group=account",
                        MAPS + "keys.b.secret=2",
                        MAPS + "keys.b.quota-group=account",
                        MAPS + "keys.c.secret=3",
                        MAPS + "keys.c.weight=3")
                .run(context -> {
                    ApiKeyPool pool = pool(context, "maps");
                    AdaptiveRateLimiter shared = pool.limiter("a").orElseThrow();
                    assertThat(pool.limiter("b")).containsSame(shared);
                    assertThat(pool.limiter("c")).isPresent().get().isNotSameAs(shared);
                    for (int i = 0; i < 10; i++) {
                        call(pool);
                    }
                    assertThat(pool.stats().stream().map(ApiKeyStats::calls)).containsExactlyInAnyOrder(2L, 2L, 6L);
                });
    }

    @Test
    void readsEverySetting() {
        BenchStore store = BenchStore.inMemory();
        app.withBean("benches", BenchStore.class, () -> store)
                .withPropertyValues(
                        "resilience4j.adaptive.ratelimiter.configs.a-key.limit-for-period=77",
                        MAPS + "keys.a=1",
                        MAPS + "limiter-config=a-key",
                        MAPS + "auth-bench=1s",
                        MAPS + "only-key-bench=2s",
                        MAPS + "throttle-bench=3s",
                        MAPS + "quota-bench=4s",
                        MAPS + "max-bench=5s",
                        MAPS + "on-all-benched=wait",
                        MAPS + "wait-up-to=6s",
                        MAPS + "ping-interval=7s",
                        MAPS + "ping-jitter=0.5",
                        MAPS + "bench-store=benches",
                        MAPS + "fingerprint-key=hmac",
                        MAPS + "writable-stack-trace-enabled=false",
                        MAPS + "tags.team=portal",
                        PREFIX + "tags.zone=eu")
                .run(context -> {
                    ApiKeyPoolConfig config = configOf(context, "maps");
                    assertThat(config.getLimiterConfig().getLimitForPeriod()).isEqualTo(77);
                    assertThat(config.getAuthBench()).isEqualTo(Duration.ofSeconds(1));
                    assertThat(config.getOnlyKeyBench()).isEqualTo(Duration.ofSeconds(2));
                    assertThat(config.getThrottleBench()).isEqualTo(Duration.ofSeconds(3));
                    assertThat(config.getQuotaBench()).isEqualTo(Duration.ofSeconds(4));
                    assertThat(config.getMaxBench()).isEqualTo(Duration.ofSeconds(5));
                    assertThat(config.getOnAllBenched()).isEqualTo(OnAllBenched.waitUpTo(Duration.ofSeconds(6)));
                    assertThat(config.getPingInterval()).isEqualTo(Duration.ofSeconds(7));
                    assertThat(config.getPingJitter()).isEqualTo(0.5);
                    assertThat(config.getBenchStore()).isSameAs(store);
                    assertThat(config.getFingerprintKey()).isEqualTo("hmac");
                    assertThat(config.isWritableStackTraceEnabled()).isFalse();
                    assertThat(pool(context, "maps").getTags()).isEqualTo(Map.of("team", "portal", "zone", "eu"));
                });
    }

    @Test
    void inheritsAllButTheKeysAndIsCustomized() {
        app.withPropertyValues(
                        PREFIX + "configs.default.auth-bench=1s",
                        PREFIX + "configs.patient.on-all-benched=wait",
                        PREFIX + "configs.patient.wait-up-to=60s",
                        MAPS + "base-config=patient",
                        MAPS + "keys.a=1",
                        PREFIX + "instances.hasty.base-config=patient",
                        PREFIX + "instances.hasty.on-all-benched=fail",
                        PREFIX + "instances.hasty.keys.a=2")
                .withBean(
                        "forMaps",
                        ApiKeyPoolConfigCustomizer.class,
                        () -> ApiKeyPoolConfigCustomizer.of("maps", it -> it.ping(lease -> "pong")))
                .withBean(
                        "forCode",
                        ApiKeyPoolConfigCustomizer.class,
                        () -> ApiKeyPoolConfigCustomizer.of("code", it -> it.quotaBench(Duration.ofDays(1))))
                .withBean(ApiKeyPoolRegistryCustomizer.class, () -> registry -> registry.tags(Map.of("by", "bean")))
                .run(context -> {
                    assertThat(configOf(context, "maps").getAuthBench()).isEqualTo(Duration.ofSeconds(1));
                    assertThat(configOf(context, "maps").getOnAllBenched())
                            .isEqualTo(OnAllBenched.waitUpTo(Duration.ofSeconds(60)));
                    assertThat(configOf(context, "maps").getPing()).isNotNull();
                    assertThat(configOf(context, "hasty").getOnAllBenched()).isEqualTo(OnAllBenched.FAIL);
                    assertThat(configOf(context, "code").getQuotaBench()).isEqualTo(Duration.ofDays(1));
                    assertThat(pool(context, "maps").getTags()).isEqualTo(Map.of("by", "bean"));
                    assertThat(registry(context).getDefaultConfig().getAuthBench())
                            .isEqualTo(Duration.ofSeconds(1));
                });
    }

    @Test
    void aClassifierOfTheUsersOwnSaysWhoseFaultItWas() {
        OutcomeClassifier own = (result, error) -> Outcome.of(Outcome.Kind.UNKNOWN);
        app.withBean("own", OutcomeClassifier.class, () -> own)
                .withPropertyValues(MAPS + "keys.a=1")
                .run(context -> assertThat(configOf(context, "maps").getOutcomeClassifier())
                        .isSameAs(own));
    }

    @Test
    void theBackgroundLanesOfKeysAreSwitchedOffWithPolling() {
        app.withPropertyValues(MAPS + "keys.a=1", "resilience4j.adaptive.polling.enabled=false")
                .run(context -> assertThat(pool(context, "maps")
                                .limiter("a")
                                .orElseThrow()
                                .background()
                                .acquirePermission())
                        .isFalse());
    }

    @Test
    void poolsEndWithTheApplication() {
        ApiKeyPool[] pool = new ApiKeyPool[1];
        app.withPropertyValues(MAPS + "keys.a=1").run(context -> pool[0] = pool(context, "maps"));
        assertThatThrownBy(() -> pool[0].execute(lease -> "sent")).isInstanceOf(NoAvailableKeyException.class);
    }

    @Test
    void aRejectedKeyIsBenchedAndTheCallGoesOn() {
        app.withPropertyValues(MAPS + "keys.dead=1", MAPS + "keys.alive=2").run(context -> {
            ApiKeyPool pool = pool(context, "maps");
            for (int i = 0; i < 4; i++) {
                assertThat(status(pool, "2")).isEqualTo(200);
            }
            assertThat(pool.stats().stream()
                            .filter(it -> it.keyId().equals("dead"))
                            .map(ApiKeyStats::failures))
                    .containsExactly(1L);
        });
    }

    private static int status(ApiKeyPool pool, String accepted) {
        try {
            return pool.execute(lease -> ResponseView.of(
                            lease.secret().equals(accepted) ? 200 : 401, Map.<String, List<String>>of(), ""))
                    .status();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
