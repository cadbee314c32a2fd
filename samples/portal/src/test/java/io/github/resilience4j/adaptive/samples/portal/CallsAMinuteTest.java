package io.github.resilience4j.adaptive.samples.portal;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.spring.coalesce.CoalescerRegistryCustomizer;
import io.github.resilience4j.adaptive.spring.ratelimiter.AdaptiveRateLimiterRegistryCustomizer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;

/** What an upstream has to bear in any minute, whenever it begins: ten minutes of fake time, with people and open tabs. */
class CallsAMinuteTest {

    private static final long STEP = Duration.ofMillis(100).toNanos();
    private static final long LENGTH = Duration.ofMinutes(10).toNanos();

    private final List<Long> calls = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private final AtomicLong now = new AtomicLong();

    private record Event(long first, long period, Runnable action) {}

    /** The portal's own beans and properties, and a clock of the test's. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableConfigurationProperties(Story.class)
    @Import(SharedTracker.class)
    static class WithoutWeb {}

    private ConfigurableApplicationContext app(Api api, String... properties) {
        SpringApplication app = new SpringApplication(WithoutWeb.class);
        app.setWebApplicationType(WebApplicationType.NONE);
        app.addInitializers(context -> {
            GenericApplicationContext beans = (GenericApplicationContext) context;
            beans.registerBean("sharedApi", Api.class, () -> api);
            beans.registerBean(
                    AdaptiveRateLimiterRegistryCustomizer.class, () -> registry -> registry.nanoTime(now::get));
            beans.registerBean(CoalescerRegistryCustomizer.class, () -> registry -> registry.nanoTime(now::get));
        });
        return app.run(properties);
    }

    @ParameterizedTest(name = "{0} slots, {1} tabs: at most {2}")
    @CsvSource({"11, 1, 16", "11, 3, 16", "11, 50, 16", "20, 1, 25", "20, 3, 25", "20, 50, 25"})
    void aMinuteHasABoundThatTheNumberOfTabsDoesNotMove(int slots, int tabs, int bound) {
        try (ConfigurableApplicationContext app = app(
                path -> answer(path, slots),
                "--portal.slots=" + slots,
                "--resilience4j.adaptive.ratelimiter.configs.default.unit-of-work=" + (1 + slots))) {
            Story story = app.getBean(Story.class);
            Portal portal = portal(story, app.getBean(SharedTracker.class));
            for (int tab = 0; tab < tabs; tab++) {
                refreshing(story, portal, story.refreshEvery().multipliedBy(tab).dividedBy(tabs));
            }
            events.add(new Event(
                    story.firstPage().toNanos(),
                    story.pageEvery().toNanos(),
                    () -> assertThat(portal.open().join().complete()).isTrue()));

            play();
        }

        assertThat(mostInAMinute()).isBetween((long) slots, (long) bound);
    }

    @Test
    void aTabOfItsOwnMakes144() {
        try (ConfigurableApplicationContext app = app(path -> "")) {
            Story story = app.getBean(Story.class);
            refreshing(story, portal(story, new PlainTracker(path -> answer(path, story.slots()))), Duration.ZERO);

            play();
        }

        assertThat(mostInAMinute()).isEqualTo(144);
    }

    private static Portal portal(Story story, Tracker tracker) {
        return new Portal(story.pieces(), tracker, tracker, story.patience(), Runnable::run);
    }

    private void refreshing(Story story, Portal portal, Duration first) {
        List<Fragment> fragments = Stream.generate(() -> new Fragment(portal))
                .limit(story.fragments())
                .toList();
        events.add(
                new Event(first.toNanos(), story.refreshEvery().toNanos(), () -> fragments.forEach(Fragment::refresh)));
    }

    private void play() {
        for (long time = 0; time < LENGTH; time += STEP) {
            now.set(time);
            for (Event event : events) {
                if (time >= event.first && (time - event.first) % event.period == 0) {
                    event.action.run();
                }
            }
        }
    }

    private String answer(String path, int slots) {
        calls.add(now.get());
        return path.equals(Upstream.LIST)
                ? IntStream.rangeClosed(1, slots)
                        .mapToObj(slot -> Upstream.LIST + "/" + slot)
                        .collect(joining("\n"))
                : "deployed";
    }

    /** Some busiest minute begins with a call. */
    private long mostInAMinute() {
        return calls.stream()
                .mapToLong(first -> calls.stream()
                        .filter(call -> call >= first
                                && call - first < Duration.ofMinutes(1).toNanos())
                        .count())
                .max()
                .orElseThrow();
    }
}
