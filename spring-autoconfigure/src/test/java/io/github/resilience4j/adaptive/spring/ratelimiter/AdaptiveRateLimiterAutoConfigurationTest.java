package io.github.resilience4j.adaptive.spring.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.budget.SharedBudget;
import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.ratelimiter.AdditionalLimit;
import io.github.resilience4j.adaptive.ratelimiter.FileLimiterStateStore;
import io.github.resilience4j.adaptive.ratelimiter.LimiterState;
import io.github.resilience4j.adaptive.ratelimiter.LimiterStateStore;
import io.github.resilience4j.adaptive.ratelimiter.Recovery;
import io.github.resilience4j.adaptive.spring.Apps;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

class AdaptiveRateLimiterAutoConfigurationTest {

    private static final String PREFIX = "resilience4j.adaptive.ratelimiter.";

    private final ApplicationContextRunner app = Apps.alone();

    private static AdaptiveRateLimiter limiter(ApplicationContext context, String name) {
        return context.getBean(AdaptiveRateLimiterRegistry.class).find(name).orElseThrow();
    }

    private static AdaptiveRateLimiterConfig configOf(ApplicationContext context, String name) {
        return context.getBean(AdaptiveRateLimiterRegistry.class)
                .getConfiguration(name)
                .orElseThrow();
    }

    @Test
    void bringsAnEmptyRegistryWithoutAnyProperty() {
        app.run(context -> {
            assertThat(context).hasSingleBean(AdaptiveRateLimiterRegistry.class);
            assertThat(context.getBean(AdaptiveRateLimiterRegistry.class).getAllRateLimiters())
                    .isEmpty();
        });
    }

    @Test
    void aRegistryOfTheUsersOwnWins() {
        AdaptiveRateLimiterRegistry own = AdaptiveRateLimiterRegistry.ofDefaults();
        app.withBean("own", AdaptiveRateLimiterRegistry.class, () -> own)
                .run(context -> assertThat(context)
                        .getBean(AdaptiveRateLimiterRegistry.class)
                        .isSameAs(own));
    }

    @Test
    void makesTheInstancesAtTheStart() {
        app.withPropertyValues(PREFIX + "instances.github.limit-for-period=100", PREFIX + "instances.jira.burst=3")
                .run(context -> {
                    assertThat(context.getBean(AdaptiveRateLimiterRegistry.class)
                                    .getAllRateLimiters())
                            .extracting(AdaptiveRateLimiter::getName)
                            .containsExactlyInAnyOrder("github", "jira");
                    assertThat(limiter(context, "github").snapshot().configuredLimitForPeriod())
                            .isEqualTo(100);
                    assertThat(limiter(context, "jira").snapshot().burst()).isEqualTo(3);
                });
    }

    @Test
    void readsEverySetting() {
        app.withBean("store", SharedBudget.class, SharedBudget::inMemory)
                .withPropertyValues(
                        PREFIX + "instances.a.limit-for-period=480",
                        PREFIX + "instances.a.limit-refresh-period=2m",
                        PREFIX + "instances.a.unit-of-work=12",
                        PREFIX + "instances.a.burst=24.5",
                        PREFIX + "instances.a.min-limit-for-period=48",
                        PREFIX + "instances.a.timeout-duration=7s",
                        PREFIX + "instances.a.decrease-factor=0.7",
                        PREFIX + "instances.a.recovery=linear",
                        PREFIX + "instances.a.recovery-duration=9m",
                        PREFIX + "instances.a.default-pause=3s",
                        PREFIX + "instances.a.max-pause=10h",
                        PREFIX + "instances.a.probe-timeout=11s",
                        PREFIX + "instances.a.pause-after-consecutive-failures=5",
                        PREFIX + "instances.a.failure-span=6s",
                        PREFIX + "instances.a.failure-pause-until-resumed=true",
                        PREFIX + "instances.a.max-in-flight=8",
                        PREFIX + "instances.a.observe-only=true",
                        PREFIX + "instances.a.shared-budget=store",
                        PREFIX + "instances.a.shared-budget-version=4",
                        PREFIX + "instances.a.shared-budget-group=staging",
                        PREFIX + "instances.a.shared-budget-group-share=0.1",
                        PREFIX + "instances.a.background-reserve=0.3",
                        PREFIX + "instances.a.writable-stack-trace-enabled=false",
                        PREFIX + "instances.a.tags.team=portal",
                        PREFIX + "tags.zone=eu",
                        PREFIX + "instances.b.failure-pause=90s",
                        PREFIX + "instances.b.additional-limits[0].permits=10",
                        PREFIX + "instances.b.additional-limits[0].period=1s")
                .run(context -> {
                    AdaptiveRateLimiterConfig a = configOf(context, "a");
                    assertThat(a.getLimitForPeriod()).isEqualTo(480);
                    assertThat(a.getLimitRefreshPeriod()).isEqualTo(Duration.ofMinutes(2));
                    assertThat(a.getUnitOfWork()).isEqualTo(12);
                    assertThat(a.getBurst()).isEqualTo(24.5);
                    assertThat(a.getMinLimitForPeriod()).isEqualTo(48);
                    assertThat(a.getTimeoutDuration()).isEqualTo(Duration.ofSeconds(7));
                    assertThat(a.getDecreaseFactor()).isEqualTo(0.7);
                    assertThat(a.getRecovery()).isEqualTo(Recovery.LINEAR);
                    assertThat(a.getRecoveryDuration()).isEqualTo(Duration.ofMinutes(9));
                    assertThat(a.getDefaultPause()).isEqualTo(Duration.ofSeconds(3));
                    assertThat(a.getMaxPause()).isEqualTo(Duration.ofHours(10));
                    assertThat(a.getProbeTimeout()).isEqualTo(Duration.ofSeconds(11));
                    assertThat(a.getPauseAfterConsecutiveFailures()).isEqualTo(5);
                    assertThat(a.getFailureSpan()).isEqualTo(Duration.ofSeconds(6));
                    assertThat(a.getFailurePause()).isNull();
                    assertThat(a.getMaxInFlight()).isEqualTo(8);
                    assertThat(a.isObserveOnly()).isTrue();
                    assertThat(a.getSharedBudget()).isSameAs(context.getBean("store"));
                    assertThat(a.toBudgetMember("a").toString()).contains("staging", "0.1", "4");
                    assertThat(a.getBackgroundReserve()).isEqualTo(0.3);
                    assertThat(a.isWritableStackTraceEnabled()).isFalse();
                    assertThat(limiter(context, "a").getTags()).isEqualTo(Map.of("team", "portal", "zone", "eu"));
                    AdaptiveRateLimiterConfig b = configOf(context, "b");
                    assertThat(b.getFailurePause()).isEqualTo(Duration.ofSeconds(90));
                    assertThat(b.getAdditionalLimits()).containsExactly(new AdditionalLimit(10, Duration.ofSeconds(1)));
                });
    }

    @Test
    void namesAreRelaxed() {
        app.withPropertyValues(
                        PREFIX + "instances.a.limitForPeriod=41",
                        PREFIX + "instances.b.limit_for_period=42",
                        PREFIX + "instances[my.api].limit-for-period=43")
                .withSystemProperties("resilience4j.adaptive.ratelimiter.instances.c.LIMIT_FOR_PERIOD=44")
                .run(context -> assertThat(Map.of(
                                "a", configOf(context, "a").getLimitForPeriod(),
                                "b", configOf(context, "b").getLimitForPeriod(),
                                "my.api", configOf(context, "my.api").getLimitForPeriod(),
                                "c", configOf(context, "c").getLimitForPeriod()))
                        .isEqualTo(Map.of("a", 41, "b", 42, "my.api", 43, "c", 44)));
    }

    @Test
    void anInstanceWithoutSettingsHasTheDefaults() {
        app.withPropertyValues(
                        PREFIX + "configs.default.limit-for-period=70", PREFIX + "instances.plain.base-config=default")
                .run(context -> {
                    assertThat(configOf(context, "plain").getLimitForPeriod()).isEqualTo(70);
                    AdaptiveRateLimiterRegistry registry = context.getBean(AdaptiveRateLimiterRegistry.class);
                    assertThat(registry.rateLimiter("later").snapshot().configuredLimitForPeriod())
                            .isEqualTo(70);
                });
    }

    @Test
    void inheritsFromBaseToBaseAndFromTheDefault() {
        app.withPropertyValues(
                        PREFIX + "configs.default.timeout-duration=1s",
                        PREFIX + "configs.default.default-pause=4s",
                        PREFIX + "configs.slow.limit-for-period=10",
                        PREFIX + "configs.slow.timeout-duration=2s",
                        PREFIX + "configs.slow.additional-limits[0].permits=3",
                        PREFIX + "configs.slow.additional-limits[0].period=1s",
                        PREFIX + "configs.slower.base-config=slow",
                        PREFIX + "configs.slower.limit-for-period=5",
                        PREFIX + "instances.x.base-config=slower",
                        PREFIX + "instances.x.timeout-duration=3s",
                        PREFIX + "instances.y.base-config=slow",
                        PREFIX + "instances.y.additional-limits[0].permits=2",
                        PREFIX + "instances.y.additional-limits[0].period=2s")
                .run(context -> {
                    AdaptiveRateLimiterConfig x = configOf(context, "x");
                    assertThat(x.getLimitForPeriod()).isEqualTo(5);
                    assertThat(x.getTimeoutDuration()).isEqualTo(Duration.ofSeconds(3));
                    assertThat(x.getDefaultPause()).isEqualTo(Duration.ofSeconds(4));
                    assertThat(x.getAdditionalLimits()).containsExactly(new AdditionalLimit(3, Duration.ofSeconds(1)));
                    assertThat(configOf(context, "y").getAdditionalLimits())
                            .containsExactly(new AdditionalLimit(2, Duration.ofSeconds(2)));
                });
    }

    @Test
    void limitersForSingleKeysHaveTheSettingsOfTheInstance() {
        app.withPropertyValues(PREFIX + "instances.tenants.limit-for-period=7")
                .run(context -> assertThat(context.getBean(AdaptiveRateLimiterRegistry.class)
                                .forKey("tenants", "acme")
                                .snapshot()
                                .configuredLimitForPeriod())
                        .isEqualTo(7));
    }

    @Test
    void customizersComeAfterTheProperties() {
        app.withPropertyValues(
                        PREFIX + "configs.default.burst=2",
                        PREFIX + "instances.a.limit-for-period=10",
                        PREFIX + "instances.b.limit-for-period=20")
                .withBean(
                        "forAll",
                        AdaptiveRateLimiterConfigCustomizer.class,
                        () -> AdaptiveRateLimiterConfigCustomizer.of("default", it -> it.maxInFlight(9)))
                .withBean(
                        "forA",
                        AdaptiveRateLimiterConfigCustomizer.class,
                        () -> AdaptiveRateLimiterConfigCustomizer.of("a", it -> it.limitForPeriod(11)))
                .withBean(
                        "forANameWithoutProperties",
                        AdaptiveRateLimiterConfigCustomizer.class,
                        () -> AdaptiveRateLimiterConfigCustomizer.of("code", it -> it.limitForPeriod(30)))
                .run(context -> {
                    assertThat(configOf(context, "a").getLimitForPeriod()).isEqualTo(11);
                    assertThat(configOf(context, "a").getMaxInFlight()).isEqualTo(9);
                    assertThat(configOf(context, "b").getLimitForPeriod()).isEqualTo(20);
                    AdaptiveRateLimiterConfig code = configOf(context, "code");
                    assertThat(code.getLimitForPeriod()).isEqualTo(30);
                    assertThat(code.getBurst()).isEqualTo(2);
                    assertThat(code.getMaxInFlight()).isEqualTo(9);
                });
    }

    @Test
    void customizersForOneNameFollowTheOrderOfTheirBeans() {
        app.withPropertyValues(PREFIX + "instances.a.limit-for-period=10")
                .withBean(
                        "last",
                        AdaptiveRateLimiterConfigCustomizer.class,
                        () -> AdaptiveRateLimiterConfigCustomizer.of("a", it -> it.limitForPeriod(12)),
                        bean -> bean.setAttribute(AbstractBeanDefinition.ORDER_ATTRIBUTE, 2))
                .withBean(
                        "first",
                        AdaptiveRateLimiterConfigCustomizer.class,
                        () -> AdaptiveRateLimiterConfigCustomizer.of("a", it -> it.limitForPeriod(11)),
                        bean -> bean.setAttribute(AbstractBeanDefinition.ORDER_ATTRIBUTE, 1))
                .run(context ->
                        assertThat(configOf(context, "a").getLimitForPeriod()).isEqualTo(12));
    }

    @Test
    void aCustomizerIsHeldAgainstTheSettingsOfItsOwnInstance() {
        app.withPropertyValues(PREFIX + "instances.a.limit-for-period=480")
                .withBean(
                        AdaptiveRateLimiterConfigCustomizer.class,
                        () -> AdaptiveRateLimiterConfigCustomizer.of("a", it -> it.unitOfWork(60)))
                .run(context ->
                        assertThat(configOf(context, "a").getUnitOfWork()).isEqualTo(60));
    }

    @Test
    void theRegistryItselfCanBeCustomized() {
        app.withPropertyValues(PREFIX + "instances.a.limit-for-period=10")
                .withBean(
                        AdaptiveRateLimiterRegistryCustomizer.class,
                        () -> registry -> registry.tags(Map.of("by", "customizer")))
                .run(context -> assertThat(limiter(context, "a").getTags()).isEqualTo(Map.of("by", "customizer")));
    }

    @Test
    void aClassifierOfTheUsersOwnJudgesTheCallsOfAll() {
        OutcomeClassifier own = (result, error) -> Outcome.of(Outcome.Kind.UNKNOWN);
        app.withPropertyValues(PREFIX + "instances.a.limit-for-period=10")
                .withBean(OutcomeClassifier.class, () -> own)
                .run(context -> assertThat(configOf(context, "a").getOutcomeClassifier())
                        .isSameAs(own));
    }

    @Test
    void limitersAreClosedWithTheApplication() {
        AdaptiveRateLimiter[] kept = new AdaptiveRateLimiter[1];
        app.withPropertyValues(PREFIX + "instances.a.limit-for-period=10").run(context -> {
            kept[0] = limiter(context, "a");
            assertThat(kept[0].snapshot().state()).isEqualTo(State.RUNNING);
        });
        assertThat(kept[0].acquirePermission()).isFalse();
    }

    @Test
    void whatIsWrongComesOutAtTheStartOfALazyApplicationToo() {
        app.withInitializer(context -> context.addBeanFactoryPostProcessor(
                        new org.springframework.boot.LazyInitializationBeanFactoryPostProcessor()))
                .withPropertyValues(PREFIX + "instances.a.limit-for-period=0")
                .run(context -> assertThat(context).hasFailed());
    }

    @Test
    void aLimiterGoesOnWhereItStoodBeforeTheRestart(@TempDir Path directory) {
        ApplicationContextRunner remembering = app.withBean(
                        "disk", FileLimiterStateStore.class, () -> FileLimiterStateStore.in(directory))
                .withPropertyValues(PREFIX + "instances.a.state-store=disk");

        remembering.run(context -> limiter(context, "a").stop("migration"));

        remembering.run(context ->
                assertThat(limiter(context, "a").snapshot().stopReason()).isEqualTo("migration"));
    }

    static final class WatchingStore implements LimiterStateStore, AutoCloseable {

        private AdaptiveRateLimiter limiter;
        private boolean limiterWasClosed;

        @Override
        public Optional<LimiterState> load(String limiter) {
            return Optional.empty();
        }

        @Override
        public void save(LimiterState state) {}

        @Override
        public void close() {
            limiterWasClosed = !limiter.acquirePermission();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStoreIsClosedAfterTheLimitersThatUseIt(boolean madeOnlyWhenNeeded) {
        WatchingStore store = new WatchingStore();
        app.withBean("store", WatchingStore.class, () -> store, bean -> bean.setLazyInit(madeOnlyWhenNeeded))
                .withPropertyValues(PREFIX + "instances.a.state-store=store")
                .run(context -> store.limiter = limiter(context, "a"));
        assertThat(store.limiterWasClosed).isTrue();
    }
}
