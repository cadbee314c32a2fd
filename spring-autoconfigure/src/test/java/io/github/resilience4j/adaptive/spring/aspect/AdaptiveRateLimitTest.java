package io.github.resilience4j.adaptive.spring.aspect;

import static io.github.resilience4j.adaptive.spring.aspect.AspectApps.limiter;
import static io.github.resilience4j.adaptive.spring.aspect.AspectApps.taken;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.annotation.AdaptiveRateLimit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.spring.polling.PollingSwitch;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import io.reactivex.rxjava3.core.Completable;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.annotation.AliasFor;
import org.springframework.http.ResponseEntity;
import reactor.core.publisher.Mono;

class AdaptiveRateLimitTest {

    @Retention(RetentionPolicy.RUNTIME)
    @AdaptiveRateLimit(name = "tracker")
    @interface Tracker {
        @AliasFor(annotation = AdaptiveRateLimit.class, attribute = "permits")
        int weight() default 1;
    }

    interface Api {
        @AdaptiveRateLimit(name = "tracker", permits = 2)
        String ofInterface();

        String ofClass();
    }

    static class Service implements Api {

        @AdaptiveRateLimit(name = "tracker", permits = 5)
        String five() {
            return "five";
        }

        @Override
        public String ofInterface() {
            return "interface";
        }

        @Override
        @AdaptiveRateLimit(name = "tracker", permits = 3)
        public String ofClass() {
            return "class";
        }

        @Tracker(weight = 7)
        void meta() {}

        @AdaptiveRateLimit(name = "tracker", permitsExpression = "#root.args[0].length() + #p1 + #more")
        void weighed(String text, int more) {}

        @AdaptiveRateLimit(name = "#tenant")
        void named(String tenant) {}

        @AdaptiveRateLimit(name = "tenant-#{#p0}-${suffix:eu}")
        void template(String tenant) {}

        @AdaptiveRateLimit(name = "#result")
        void ofAParameterOfThatName(String result) {}

        @AdaptiveRateLimit(name = "#{@names.limiter()}")
        void ofBean() {}

        @AdaptiveRateLimit(name = "tracker")
        ResponseEntity<String> refusedByServer() {
            return ResponseEntity.status(429).header("Retry-After", "7").build();
        }

        @AdaptiveRateLimit(name = "tracker")
        void checked() throws IOException {
            throw new IOException("as it was thrown");
        }

        @AdaptiveRateLimit(name = "tracker")
        CompletionStage<String> stage() {
            return CompletableFuture.completedFuture("stage");
        }

        @AdaptiveRateLimit(name = "tracker", background = true)
        String background() {
            return "background";
        }

        @AdaptiveRateLimit(name = "tracker", background = true)
        void backgroundWithoutResult() {}

        @AdaptiveRateLimit(name = "tracker", background = true)
        Mono<Void> backgroundMono() {
            return Mono.empty();
        }

        @AdaptiveRateLimit(name = "tracker", background = true)
        Completable backgroundCompletable() {
            return Completable.complete();
        }
    }

    public static class Names {
        public String limiter() {
            return "of-bean";
        }
    }

    @AdaptiveRateLimit(name = "tracker", permits = 4)
    static class Whole {
        public void covered() {}

        @AdaptiveRateLimit(name = "tracker", permits = 1)
        public void ownWins() {}

        void notPublic() {}
    }

    @AdaptiveRateLimit(name = "tracker", permits = 6)
    interface WholeApi {
        void covered();
    }

    static class WholeApiImpl implements WholeApi {
        @Override
        public void covered() {}

        public void other() {}
    }

    @Test
    void takesAsManyPermitsAsItSays() {
        AspectApps.with(Service.class).run(context -> {
            assertThat(context.getBean(Service.class).five()).isEqualTo("five");
            assertThat(taken(context)).isEqualTo(5);
        });
    }

    @Test
    void worksThroughInterfacesAndJdkProxies() {
        AspectApps.with(Service.class)
                .withPropertyValues("spring.aop.proxy-target-class=false")
                .run(context -> {
                    Api api = context.getBean(Api.class);
                    assertThat(AopUtils.isJdkDynamicProxy(api)).isTrue();
                    api.ofInterface();
                    assertThat(taken(context)).isEqualTo(2);
                    api.ofClass();
                    assertThat(taken(context)).isEqualTo(5);
                });
    }

    @Test
    void anInterfaceCountsForClassProxiesToo() {
        AspectApps.with(Service.class).run(context -> {
            assertThat(AopUtils.isCglibProxy(context.getBean(Api.class))).isTrue();
            context.getBean(Service.class).ofInterface();
            assertThat(taken(context)).isEqualTo(2);
        });
    }

    @Test
    void standsOnOtherAnnotations() {
        AspectApps.with(Service.class).run(context -> {
            context.getBean(Service.class).meta();
            assertThat(taken(context)).isEqualTo(7);
        });
    }

    @Test
    void onAClassItIsAboutThePublicMethods() {
        AspectApps.with(Whole.class, WholeApiImpl.class).run(context -> {
            Whole whole = context.getBean(Whole.class);
            whole.covered();
            assertThat(taken(context)).isEqualTo(4);
            whole.ownWins();
            assertThat(taken(context)).isEqualTo(5);
            whole.notPublic();
            assertThat(whole.toString()).isNotNull();
            assertThat(taken(context)).isEqualTo(5);
            context.getBean(WholeApiImpl.class).covered();
            assertThat(taken(context)).isEqualTo(11);
            context.getBean(WholeApiImpl.class).other();
            assertThat(taken(context)).isEqualTo(11);
        });
    }

    @Test
    void permitsMayDependOnTheCall() {
        AspectApps.with(Service.class).run(context -> {
            context.getBean(Service.class).weighed("abc", 4);
            assertThat(taken(context)).isEqualTo(11);
        });
    }

    @Test
    void namesMayDependOnTheCallOnPropertiesAndOnBeans() {
        AspectApps.with(Service.class).withBean("names", Names.class).run(context -> {
            Service service = context.getBean(Service.class);
            service.named("a");
            service.template("b");
            service.ofBean();
            service.ofAParameterOfThatName("c");
            assertThat(context.getBean(io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry.class)
                            .getAllRateLimiters())
                    .extracting(AdaptiveRateLimiter::getName)
                    .contains("a", "tenant-b-eu", "of-bean", "c");
        });
    }

    @Test
    void aNameThatComesOutAsNothingIsSaid() {
        AspectApps.with(Service.class).run(context -> {
            Service service = context.getBean(Service.class);
            assertThatThrownBy(() -> service.named(null)).hasMessage("name = \"#tenant\" came out as null");
            assertThatThrownBy(() -> service.named(" ")).hasMessage("name = \"#tenant\" came out as a blank text");
        });
    }

    @Test
    void whatTheMethodReturnsTeachesTheLimiter() {
        AspectApps.with(Service.class).run(context -> {
            context.getBean(Service.class).refusedByServer();
            assertThat(limiter(context, "tracker").snapshot().pauseRemaining())
                    .isBetween(Duration.ofSeconds(6), Duration.ofSeconds(7));
            assertThatThrownBy(() -> context.getBean(Service.class).five()).isInstanceOf(RequestNotPermitted.class);
        });
    }

    @Test
    void exceptionsComeAsTheyWereThrown() {
        AspectApps.with(Service.class).run(context -> {
            assertThatThrownBy(() -> context.getBean(Service.class).checked())
                    .isInstanceOf(IOException.class)
                    .hasMessage("as it was thrown");
            assertThat(limiter(context, "tracker").snapshot().inFlight()).isZero();
        });
    }

    @Test
    void aRefusedStageIsNotStarted() {
        AspectApps.with(Service.class).run(context -> {
            Service service = context.getBean(Service.class);
            limiter(context, "tracker").stop("test");

            assertThat(service.stage().toCompletableFuture())
                    .failsWithin(Duration.ofSeconds(5))
                    .withThrowableThat()
                    .withCauseInstanceOf(RequestNotPermitted.class);

            limiter(context, "tracker").resume();
            assertThat(service.stage().toCompletableFuture()).isCompletedWithValue("stage");
        });
    }

    @Test
    void backgroundCallsLeaveTheReserve() {
        AspectApps.with(Service.class).run(context -> {
            Service service = context.getBean(Service.class);
            int calls = 0;
            try {
                for (; calls < 60; calls++) {
                    service.background();
                }
            } catch (RequestNotPermitted e) {
                // the lane is empty
            }
            assertThat(calls).isBetween(40, 50);
            assertThat(service.five()).isEqualTo("five");
        });
    }

    @Test
    void withoutPollingBackgroundCallsAreNotMade() {
        AspectApps.with(Service.class)
                .withPropertyValues("resilience4j.adaptive.polling.enabled=false")
                .run(context -> {
                    Service service = context.getBean(Service.class);
                    service.backgroundWithoutResult();
                    assertThatThrownBy(service::background).isInstanceOf(RequestNotPermitted.class);
                    assertThat(taken(context)).isZero();
                    assertThat(service.five()).isEqualTo("five");
                });
    }

    @Test
    void whoSubscribesAgainAsksTheSwitchAgain() {
        AtomicBoolean on = new AtomicBoolean();
        AspectApps.with(Service.class)
                .withBean(PollingSwitch.class, () -> on::get)
                .run(context -> {
                    Mono<Void> mono = context.getBean(Service.class).backgroundMono();
                    Completable completable = context.getBean(Service.class).backgroundCompletable();
                    mono.block();
                    completable.blockingAwait();
                    assertThat(taken(context)).isZero();

                    on.set(true);
                    mono.block();
                    completable.blockingAwait();
                    assertThat(taken(context)).isEqualTo(2);

                    on.set(false);
                    mono.block();
                    completable.blockingAwait();
                    assertThat(taken(context)).isEqualTo(2);
                });
    }
}
