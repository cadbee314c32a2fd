package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterRegistryEvent;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterRegistryEvent.Added;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterRegistryEvent.Removed;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterRegistryEvent.Replaced;
import io.github.resilience4j.core.ConfigurationNotFoundException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Limiters by name. */
class RegistryTest {

    private static final AdaptiveRateLimiterConfig SEVEN = limitOf(7);

    private final AdaptiveRateLimiterRegistry registry = AdaptiveRateLimiterRegistry.custom()
            .defaultConfig(limitOf(3))
            .addConfiguration("five", limitOf(5))
            .tags(Map.of("team", "portal", "stage", "test"))
            .build();

    private static AdaptiveRateLimiterConfig limitOf(int permits) {
        return AdaptiveRateLimiterConfig.custom().limitForPeriod(permits).build();
    }

    private static int limit(AdaptiveRateLimiter limiter) {
        return limiter.snapshot().configuredLimitForPeriod();
    }

    @Test
    void whoeverAsksForTheSameNameGetsTheSameLimiter() {
        AdaptiveRateLimiter limiter = registry.rateLimiter("api");

        assertThat(limiter.getName()).isEqualTo("api");
        assertThat(registry.rateLimiter("api")).isSameAs(limiter);
        assertThat(registry.rateLimiter("api", SEVEN)).isSameAs(limiter);
        assertThat(registry.rateLimiter("api", "five", Map.of("a", "b"))).isSameAs(limiter);
        assertThat(registry.find("api")).containsSame(limiter);
        assertThat(registry.find("other")).isEmpty();
        assertThat(registry.getAllRateLimiters()).containsExactly(limiter);
    }

    @Test
    void itIsMadeFromTheConfigurationGivenOrNamedOrOfItsOwnNameOrTheDefault() {
        assertThat(limit(registry.rateLimiter("a", SEVEN))).isEqualTo(7);
        assertThat(limit(registry.rateLimiter("b", "five"))).isEqualTo(5);
        assertThat(limit(registry.rateLimiter("five"))).isEqualTo(5);
        assertThat(limit(registry.rateLimiter("c"))).isEqualTo(3);
        assertThat(limit(registry.rateLimiter("d", "default"))).isEqualTo(3);
        assertThatThrownBy(() -> registry.rateLimiter("e", "six"))
                .isInstanceOf(ConfigurationNotFoundException.class)
                .hasMessageContaining("six");
        assertThat(registry.find("e")).isEmpty();
    }

    @Test
    void configurationsComeAndGo() {
        registry.addConfiguration("seven", SEVEN);
        assertThat(registry.getConfiguration("seven")).containsSame(SEVEN);
        AdaptiveRateLimiter made = registry.rateLimiter("seven");
        assertThat(registry.removeConfiguration("seven")).containsSame(SEVEN);
        assertThat(registry.getConfiguration("seven")).isEmpty();
        assertThat(limit(made)).isEqualTo(7);

        assertThat(registry.getConfiguration("default")).containsSame(registry.getDefaultConfig());
        assertThatThrownBy(() -> registry.addConfiguration("default", SEVEN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'default'");
        assertThatThrownBy(() -> registry.removeConfiguration("default")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void itsTagsAreThoseOfTheRegistryAndItsOwnWhichWin() {
        assertThat(registry.rateLimiter("a").getTags()).isEqualTo(registry.getTags());
        assertThat(registry.rateLimiter("b", Map.of("stage", "live", "region", "eu"))
                        .getTags())
                .containsOnly(Map.entry("team", "portal"), Map.entry("stage", "live"), Map.entry("region", "eu"));
    }

    @Test
    void aLimiterThatIsRemovedGoesOnForWhoHasIt() {
        AdaptiveRateLimiter limiter = registry.rateLimiter("api");
        limiter.pause(Duration.ofMinutes(1));

        assertThat(registry.remove("api")).containsSame(limiter);

        assertThat(registry.remove("api")).isEmpty();
        assertThat(registry.find("api")).isEmpty();
        assertThat(limiter.snapshot().state()).isEqualTo(State.PAUSED);
        assertThat(registry.rateLimiter("api")).isNotSameAs(limiter);
    }

    @Test
    void aLimiterCanBeReplacedByOneOfTheSameName() {
        AdaptiveRateLimiter mine = AdaptiveRateLimiter.of("api", SEVEN);
        assertThat(registry.replace("api", mine)).isEmpty();
        assertThat(registry.find("api")).as("there was none to replace").isEmpty();
        AdaptiveRateLimiter before = registry.rateLimiter("api");

        assertThat(registry.replace("api", mine)).containsSame(before);

        assertThat(registry.rateLimiter("api")).isSameAs(mine);
        assertThatThrownBy(() -> registry.replace("other", mine))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("limiter is named 'api', it must be named 'other'");
    }

    @Test
    void whoListensHearsOfLimitersThatComeAndGoWhenTheyHave() {
        List<AdaptiveRateLimiterRegistryEvent> events = new ArrayList<>();
        registry.events().onEvent(events::add);
        List<Boolean> there = new ArrayList<>();
        registry.events().onAdded(event -> there.add(registry.find("api").isPresent()));
        registry.events().onRemoved(event -> there.add(registry.find("api").isPresent()));
        List<String> replaced = new ArrayList<>();
        registry.events().onReplaced(event -> replaced.add(event.limiter().getName()));

        AdaptiveRateLimiter first = registry.rateLimiter("api");
        AdaptiveRateLimiter second = AdaptiveRateLimiter.of("api", SEVEN);
        registry.replace("api", second);
        registry.remove("api");

        assertThat(events)
                .satisfiesExactly(
                        event -> assertThat(event)
                                .isInstanceOfSatisfying(
                                        Added.class,
                                        it -> assertThat(it.limiter()).isSameAs(first)),
                        event -> assertThat(event).isInstanceOfSatisfying(Replaced.class, it -> {
                            assertThat(it.before()).isSameAs(first);
                            assertThat(it.limiter()).isSameAs(second);
                        }),
                        event -> assertThat(event)
                                .isInstanceOfSatisfying(
                                        Removed.class,
                                        it -> assertThat(it.limiter()).isSameAs(second)));
        assertThat(events).allSatisfy(event -> assertThat(event.creationTime()).isNotNull());
        assertThat(there).containsExactly(true, false);
        assertThat(replaced).containsExactly("api");
    }

    @Test
    void aConsumerThatThrowsHarmsNobodyAndOneThatWasRemovedHearsNothing() {
        List<String> heard = new ArrayList<>();
        registry.events().onAdded(event -> {
            throw new IllegalStateException("consumer");
        });
        Registration listening =
                registry.events().onAdded(event -> heard.add(event.limiter().getName()));

        registry.rateLimiter("a");
        listening.close();
        registry.rateLimiter("b");

        assertThat(heard).containsExactly("a");
    }

    @Test
    void aConsumerMayMakeAnotherLimiter() {
        registry.events().onAdded(event -> registry.rateLimiter("companion"));

        registry.rateLimiter("api");

        assertThat(registry.find("companion")).isPresent();
    }

    @Test
    void closingRefusesEverybodyAndMakesNoMore() {
        AdaptiveRateLimiter limiter = registry.rateLimiter("api");
        AdaptiveRateLimiter keyed = registry.forKey("api", "tenant");

        registry.close();
        registry.close();

        assertThat(limiter.acquirePermission()).isFalse();
        assertThat(keyed.acquirePermission()).isFalse();
        assertThat(registry.rateLimiter("api")).isSameAs(limiter);
        assertThatThrownBy(() -> registry.rateLimiter("other"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Rate limiter 'other' cannot be made: the registry is closed");
        assertThatThrownBy(() -> registry.forKey("api", "other")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void nonsenseIsRefusedWhenBuilt() {
        assertThatThrownBy(() -> AdaptiveRateLimiterRegistry.custom().maxKeys(0).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxKeys is 0, it must be at least 1");
        assertThatThrownBy(() -> AdaptiveRateLimiterRegistry.custom()
                        .keyIdleTime(Duration.ZERO)
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("keyIdleTime is PT0S");
        assertThatThrownBy(() -> AdaptiveRateLimiterRegistry.custom()
                        .addConfiguration("default", SEVEN)
                        .build())
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void withoutSettingsItMakesTheDefaultLimiter() {
        assertThat(limit(AdaptiveRateLimiterRegistry.ofDefaults().rateLimiter("api")))
                .isEqualTo(40);
        assertThat(limit(AdaptiveRateLimiterRegistry.of(SEVEN).rateLimiter("api")))
                .isEqualTo(7);
    }

    @Test
    void manyThreadsAskingForANameGetOneLimiter() throws Exception {
        Set<AdaptiveRateLimiter> limiters = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Added> added = Collections.synchronizedList(new ArrayList<>());
        registry.events().onAdded(added::add);
        CountDownLatch start = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<AdaptiveRateLimiter>> answers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                answers.add(threads.submit(() -> {
                    start.await();
                    return registry.rateLimiter("api");
                }));
            }
            start.countDown();
            for (Future<AdaptiveRateLimiter> answer : answers) {
                limiters.add(answer.get());
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(limiters).hasSize(1);
        assertThat(added).hasSize(1);
    }
}
