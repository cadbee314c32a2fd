package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import io.github.resilience4j.micrometer.tagged.TaggedRateLimiterMetrics;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.RateLimiterRegistry;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import io.github.resilience4j.reactor.ratelimiter.operator.RateLimiterOperator;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Our limiters in a registry of Resilience4j. */
class PublicationTest {

    private final AdaptiveRateLimiterRegistry ours = AdaptiveRateLimiterRegistry.custom()
            .defaultConfig(AdaptiveRateLimiterConfig.custom()
                    .limitForPeriod(10)
                    .burst(3)
                    .timeoutDuration(Duration.ZERO)
                    .outcomeClassifier(Reply.CLASSIFIER)
                    .build())
            .tags(Map.of("team", "portal"))
            .nanoTime(new FakeClock())
            .build();
    private final RateLimiterRegistry theirs = RateLimiterRegistry.of(RateLimiterConfig.ofDefaults());

    @Test
    void limitersThatAreThereAndThoseThatComeLaterAreShown() {
        AdaptiveRateLimiter early = ours.rateLimiter("early");
        theirs.rateLimiter("early");
        theirs.rateLimiter("unrelated");

        ours.publishTo(theirs);
        AdaptiveRateLimiter late = ours.rateLimiter("late");

        assertThat(theirs.rateLimiter("early")).isSameAs(early);
        assertThat(theirs.rateLimiter("late", RateLimiterConfig.ofDefaults())).isSameAs(late);
        assertThat(theirs.getAllRateLimiters()).hasSize(3);
    }

    @Test
    void thoseThatAreReplacedAreReplacedThereAndThoseRemovedRemoved() {
        ours.publishTo(theirs);
        ours.rateLimiter("api");
        AdaptiveRateLimiter second = AdaptiveRateLimiter.of("api", AdaptiveRateLimiterConfig.ofDefaults());

        ours.replace("api", second);
        assertThat(theirs.find("api")).containsSame(second);

        ours.remove("api");
        assertThat(theirs.find("api")).isEmpty();
    }

    @Test
    void whatSomebodyElsePutThereStays() {
        ours.publishTo(theirs);
        ours.rateLimiter("api");
        RateLimiter foreign = RateLimiter.ofDefaults("api");
        theirs.replace("api", foreign);

        ours.remove("api");

        assertThat(theirs.find("api")).containsSame(foreign);
    }

    @Test
    void aPublicationThatEndsTakesOutWhatItPutIn() {
        ours.rateLimiter("a");
        Registration publication = ours.publishTo(theirs);
        theirs.rateLimiter("unrelated");

        publication.close();
        ours.rateLimiter("b");

        assertThat(theirs.getAllRateLimiters()).extracting(RateLimiter::getName).containsExactly("unrelated");
        assertThat(ours.getAllRateLimiters()).hasSize(2);
    }

    @Test
    void closedLimitersStayThereSoThatNobodyGetsAnUnlimitedOne() {
        ours.publishTo(theirs);
        ours.rateLimiter("api");

        ours.close();

        assertThatThrownBy(() -> theirs.rateLimiter("api").executeRunnable(() -> {}))
                .isInstanceOf(RequestNotPermitted.class);
    }

    @Test
    void aConsumerOfTheirsThatThrowsHarmsNobodyHere() {
        RateLimiterRegistry broken = RateLimiterRegistry.of(RateLimiterConfig.ofDefaults());
        broken.getEventPublisher().onEntryAdded(event -> {
            throw new IllegalStateException("consumer");
        });
        ours.publishTo(broken);
        ours.publishTo(theirs);

        AdaptiveRateLimiter limiter = ours.rateLimiter("api");

        assertThat(theirs.find("api")).containsSame(limiter);
        assertThat(ours.find("api")).containsSame(limiter);
    }

    @Test
    void theirMetricsFollow() {
        MeterRegistry meters = new SimpleMeterRegistry();
        ours.rateLimiter("early");
        ours.publishTo(theirs);
        TaggedRateLimiterMetrics.ofRateLimiterRegistry(theirs).bindTo(meters);
        AdaptiveRateLimiter late = ours.rateLimiter("late");
        assertThat(late.acquirePermission(2)).isTrue();

        assertThat(meters.get("resilience4j.ratelimiter.available.permissions")
                        .tags("name", "late", "team", "portal")
                        .gauge()
                        .value())
                .isEqualTo(1);
        assertThat(meters.get("resilience4j.ratelimiter.waiting_threads")
                        .tags("name", "early", "team", "portal")
                        .gauge()
                        .value())
                .isZero();

        ours.remove("late");
        assertThat(meters.find("resilience4j.ratelimiter.available.permissions").gauges())
                .hasSize(1);
    }

    @Test
    void theirReactorOperatorTakesPermitsAndTellsTheAnswers() {
        ours.publishTo(theirs);
        ours.rateLimiter("api");
        RateLimiter found = theirs.rateLimiter("api");

        assertThat(Flux.just(1, 2, 3)
                        .transformDeferred(RateLimiterOperator.of(found))
                        .collectList()
                        .block())
                .containsExactly(1, 2, 3);
        Mono.just(Reply.tooManyFor(Duration.ofSeconds(7)))
                .transformDeferred(RateLimiterOperator.of(found))
                .block();

        assertThat(ours.rateLimiter("api").snapshot().state()).isEqualTo(State.PAUSED);
        assertThatThrownBy(() -> Mono.just("not sent")
                        .transformDeferred(RateLimiterOperator.of(found))
                        .block())
                .isInstanceOf(RequestNotPermitted.class);
    }

    @Test
    void whateverManyThreadsDoTheRegistryOfTheirsLooksLikeOursInTheEnd() throws Exception {
        ours.publishTo(theirs);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (int round = 0; round < 300; round++) {
                CountDownLatch start = new CountDownLatch(1);
                List<Future<?>> done = new ArrayList<>();
                for (int thread = 0; thread < 4; thread++) {
                    Random random = new Random(31L * round + thread);
                    done.add(threads.submit(() -> {
                        start.await();
                        for (int i = 0; i < 5; i++) {
                            changeSomething(random);
                        }
                        return "done";
                    }));
                }
                start.countDown();
                for (Future<?> future : done) {
                    future.get();
                }
                assertThat(theirs.find("api")).isEqualTo(ours.find("api").map(RateLimiter.class::cast));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void changeSomething(Random random) {
        switch (random.nextInt(3)) {
            case 0 -> ours.rateLimiter("api");
            case 1 -> ours.remove("api");
            default -> ours.replace("api", AdaptiveRateLimiter.of("api", AdaptiveRateLimiterConfig.ofDefaults()));
        }
    }
}
