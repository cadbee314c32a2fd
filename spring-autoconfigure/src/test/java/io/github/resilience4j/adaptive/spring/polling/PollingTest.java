package io.github.resilience4j.adaptive.spring.polling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.Apps;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

public class PollingTest {

    private static final String OFF = "resilience4j.adaptive.polling.enabled=false";

    private final ApplicationContextRunner app = Apps.alone()
            .withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class))
            .withBean(Jobs.class)
            .withBean(PollingDashboard.class);

    @Retention(RetentionPolicy.RUNTIME)
    @Polling
    @interface Nightly {}

    public static class Jobs {

        final AtomicInteger polled = new AtomicInteger();
        final AtomicInteger asked = new AtomicInteger();

        @Polling
        public void poll() {
            polled.incrementAndGet();
        }

        @Nightly
        public CompletableFuture<String> pollLater() {
            polled.incrementAndGet();
            return CompletableFuture.completedFuture("new");
        }

        @Polling
        public Mono<String> pollMono() {
            return Mono.fromSupplier(() -> "new " + polled.incrementAndGet());
        }

        @Polling
        public Flux<String> pollFlux() {
            return Flux.just("new");
        }

        public int ask() {
            return asked.incrementAndGet();
        }
    }

    @Polling
    public static class PollingDashboard {

        final AtomicInteger refreshed = new AtomicInteger();

        public void refresh() {
            refreshed.incrementAndGet();
        }

        public int count() {
            return refreshed.get();
        }
    }

    @Test
    void isOnUnlessSwitchedOff() {
        app.run(context -> {
            assertThat(context.getBean(PollingSwitch.class).isOn()).isTrue();
            context.getBean(Jobs.class).poll();
            assertThat(context.getBean(Jobs.class).pollLater()).isCompletedWithValue("new");
            context.getBean(PollingDashboard.class).refresh();
            assertThat(context.getBean(PollingDashboard.class).count()).isEqualTo(1);
        });
    }

    @Test
    void switchedOffWhatIsMarkedDoesNothingAndAllElseWorks() {
        app.withPropertyValues(OFF).run(context -> {
            Jobs jobs = context.getBean(Jobs.class);
            jobs.poll();
            assertThat(jobs.pollLater()).isCompletedWithValue(null);
            assertThat(jobs.pollMono().blockOptional()).isEmpty();
            assertThat(jobs.pollFlux().collectList().block()).isEmpty();
            context.getBean(PollingDashboard.class).refresh();
            assertThat(context.getBean(PollingDashboard.class).count()).isZero();
            assertThat(jobs.ask()).isEqualTo(1);
        });
    }

    @Test
    void withoutAspectJTheMarkIsObeyedToo() {
        app.withClassLoader(new FilteredClassLoader("org.aspectj"))
                .withPropertyValues(OFF)
                .run(context -> {
                    context.getBean(PollingDashboard.class).refresh();
                    assertThat(context.getBean(PollingDashboard.class).count()).isZero();
                    context.getBean(Jobs.class).poll();
                    assertThat(context.getBean(Jobs.class).pollLater()).isCompletedWithValue(null);
                });
    }

    @Test
    void backgroundLanesRefuseAndInteractiveCallersAreServed() {
        app.withPropertyValues(OFF, "resilience4j.adaptive.ratelimiter.instances.api.limit-for-period=10")
                .run(context -> {
                    AdaptiveRateLimiter limiter =
                            context.getBean(AdaptiveRateLimiterRegistry.class).rateLimiter("api");
                    assertThat(limiter.background().acquirePermission()).isFalse();
                    assertThat(limiter.acquirePermission()).isTrue();
                });
    }

    @Test
    void aSwitchOfTheUsersOwnIsAskedEachTime() {
        AtomicBoolean on = new AtomicBoolean();
        app.withBean(PollingSwitch.class, () -> on::get)
                .withPropertyValues("resilience4j.adaptive.ratelimiter.instances.api.limit-for-period=10")
                .run(context -> {
                    Mono<String> polled = context.getBean(Jobs.class).pollMono();
                    AdaptiveRateLimiter limiter =
                            context.getBean(AdaptiveRateLimiterRegistry.class).rateLimiter("api");
                    assertThat(polled.blockOptional()).isEmpty();
                    assertThat(limiter.background().acquirePermission()).isFalse();
                    on.set(true);
                    assertThat(polled.block()).isEqualTo("new 1");
                    assertThat(limiter.background().acquirePermission()).isTrue();
                });
    }

    @Test
    void aMarkedMethodWithAResultEndsTheStart() {
        app.withBean(Wrong.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("@Polling on ")
                        .hasMessageContaining("count()"));
    }

    static class Wrong {
        @Polling
        public int count() {
            return 1;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Scheduling {}

    static class Schedule {

        final AtomicInteger polled = new AtomicInteger();
        final AtomicInteger kept = new AtomicInteger();

        @Polling
        @Scheduled(fixedDelay = 1)
        void poll() {
            polled.incrementAndGet();
        }

        @Scheduled(fixedDelay = 1)
        void keep() {
            kept.incrementAndGet();
        }

        AtomicInteger polled() {
            return polled;
        }

        AtomicInteger kept() {
            return kept;
        }
    }

    @Test
    void scheduledMethodsThatAreMarkedDoNotRunAndOthersDo() {
        app.withUserConfiguration(Scheduling.class)
                .withBean(Schedule.class)
                .withPropertyValues(OFF)
                .run(context -> {
                    Schedule schedule = context.getBean(Schedule.class);
                    await().until(() -> schedule.kept().get() > 20);
                    assertThat(schedule.polled()).hasValue(0);
                });
        app.withUserConfiguration(Scheduling.class).withBean(Schedule.class).run(context -> {
            Schedule schedule = context.getBean(Schedule.class);
            await().until(() -> schedule.polled().get() > 20);
        });
    }
}
