package io.github.resilience4j.adaptive.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.RetryHint;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.micrometer.tagged.TaggedRateLimiterMetrics;
import io.github.resilience4j.ratelimiter.RateLimiterRegistry;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What Micrometer sees of limiters. */
class TaggedAdaptiveRateLimiterMetricsTest {

    private static final String PREFIX = "resilience4j.adaptive.ratelimiter.";

    /** A number is the Retry-After of a 429, in seconds. */
    private static final AdaptiveRateLimiterConfig CONFIG = AdaptiveRateLimiterConfig.custom()
            .limitForPeriod(60)
            .burst(5)
            .timeoutDuration(Duration.ZERO)
            .outcomeClassifier((result, error) -> result instanceof Integer seconds
                    ? new Outcome(
                            Outcome.Kind.THROTTLED,
                            new RetryHint(
                                    RetryHint.Kind.DELAY, Duration.ofSeconds(seconds), "Retry-After", "" + seconds),
                            Set.of())
                    : error == null ? Outcome.SUCCESS : Outcome.of(Outcome.Kind.UNKNOWN, Outcome.Trait.FAILURE))
            .build();

    private final AtomicLong nanos = new AtomicLong();
    private final AdaptiveRateLimiterRegistry limiters = AdaptiveRateLimiterRegistry.custom()
            .defaultConfig(CONFIG)
            .nanoTime(nanos::get)
            .build();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final TaggedAdaptiveRateLimiterMetrics metrics = TaggedAdaptiveRateLimiterMetrics.ofRegistry(limiters);

    private double gauge(String name, String... tags) {
        return meters.get(PREFIX + name).tags(tags).gauge().value();
    }

    private double counter(String name) {
        return meters.get(PREFIX + name).functionCounter().count();
    }

    private double pauses(String reason) {
        return meters.get(PREFIX + "pauses").tag("reason", reason).counter().count();
    }

    private Set<String> names() {
        return meters.getMeters().stream()
                .map(meter -> String.valueOf(meter.getId().getTag("name")))
                .collect(Collectors.toSet());
    }

    @Test
    void aCutAndItsPauseAreSeen() {
        AdaptiveRateLimiter limiter = limiters.rateLimiter("api");
        metrics.bindTo(meters);
        assertThat(gauge("limit")).isEqualTo(60);
        assertThat(gauge("state", "state", "running")).isEqualTo(1);

        Permit late = limiter.tryAcquire(1).orElseThrow();
        Permit refused = limiter.tryAcquire(1).orElseThrow();
        assertThat(gauge("inflight.calls")).isEqualTo(2);
        refused.onResult(90);
        late.onResult(100);
        assertThat(limiter.acquirePermission()).isFalse();

        assertThat(gauge("limit"))
                .isEqualTo(limiter.snapshot().limitForPeriod())
                .isLessThan(60);
        assertThat(gauge("configured.limit")).isEqualTo(60);
        assertThat(gauge("state", "state", "running")).isZero();
        assertThat(gauge("state", "state", "paused")).isEqualTo(1);
        assertThat(gauge("pause.remaining")).isEqualTo(100);
        assertThat(gauge("inflight.calls")).isZero();
        assertThat(gauge("waiting.calls")).isZero();
        assertThat(counter("throttled.calls")).isEqualTo(2);
        assertThat(counter("congestion.events")).isEqualTo(1);
        assertThat(counter("rejected.calls")).isEqualTo(1);
        assertThat(pauses("retry_after")).as("prolonged, not another").isEqualTo(1);
        assertThat(pauses("throttled")).isZero();
    }

    @Test
    void everyStateAndReasonHasAMeterOfItsOwn() {
        AdaptiveRateLimiter limiter = limiters.rateLimiter("api");
        metrics.bindTo(meters);

        limiter.pause(Duration.ofSeconds(1));
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(gauge("state", "state", "probing")).isEqualTo(1);
        for (int i = 0; i < 20; i++) {
            limiter.onError(new IllegalStateException());
        }
        assertThat(gauge("consecutive.failures")).isEqualTo(20);
        limiter.stop("enough");

        assertThat(gauge("state", "state", "stopped")).isEqualTo(1);
        assertThat(pauses("manual")).isEqualTo(1);
        assertThat(pauses("consecutive_failures")).isEqualTo(1);
    }

    @Test
    void waitsOfServedCallersAreAHistogram() {
        AdaptiveRateLimiter limiter = limiters.rateLimiter("api");
        metrics.bindTo(meters);
        limiter.changeTimeoutDuration(Duration.ofMinutes(1));

        assertThat(limiter.acquirePermission(5)).isTrue();
        assertThat(limiter.reservePermission()).isPositive();
        assertThat(limiter.reservePermission()).isPositive();

        Timer timer = meters.get(PREFIX + "waiting.time").timer();
        assertThat(timer.count()).as("the first did not wait").isEqualTo(2);
        assertThat(timer.totalTime(TimeUnit.SECONDS)).isEqualTo(1 + 2);
        assertThat(timer.takeSnapshot().histogramCounts())
                .anySatisfy(bucket -> {
                    assertThat(bucket.bucket(TimeUnit.SECONDS)).isEqualTo(1);
                    assertThat(bucket.count()).isEqualTo(1);
                })
                .anySatisfy(bucket -> {
                    assertThat(bucket.bucket(TimeUnit.MILLISECONDS)).isEqualTo(2500);
                    assertThat(bucket.count()).isEqualTo(2);
                });
    }

    @Test
    void theLastSuccessIsATimeAndNoNumberBefore() {
        AdaptiveRateLimiter limiter = limiters.rateLimiter("api");
        metrics.bindTo(meters);
        assertThat(gauge("last.success")).isNaN();

        limiter.executeRunnable(() -> {});

        assertThat(gauge("last.success"))
                .isEqualTo(limiter.snapshot().lastSuccessAt().toEpochMilli() / 1e3);
    }

    @Test
    void metersAreTaggedWithTheNameAndTheLimitersTags() {
        limiters.rateLimiter("api", Map.of("team", "portal"));
        metrics.bindTo(meters);

        assertThat(meters.getMeters())
                .allSatisfy(meter ->
                        assertThat(meter.getId().getTags()).contains(Tag.of("name", "api"), Tag.of("team", "portal")));
        assertThat(meters.getMeters().stream()
                        .map(meter -> meter.getId().getName())
                        .filter(name -> !name.endsWith(".histogram"))
                        .distinct())
                .containsExactlyInAnyOrder(
                        PREFIX + "limit",
                        PREFIX + "configured.limit",
                        PREFIX + "state",
                        PREFIX + "pause.remaining",
                        PREFIX + "last.success",
                        PREFIX + "pauses",
                        PREFIX + "throttled.calls",
                        PREFIX + "congestion.events",
                        PREFIX + "rejected.calls",
                        PREFIX + "waiting.calls",
                        PREFIX + "waiting.time",
                        PREFIX + "inflight.calls",
                        PREFIX + "consecutive.failures");
    }

    @Test
    void limitersThatComeAndGoAreFollowed() {
        metrics.bindTo(meters);
        assertThat(meters.getMeters()).isEmpty();

        AdaptiveRateLimiter first = limiters.rateLimiter("api");
        limiters.rateLimiter("other");
        limiters.forKey("api", "tenant");
        assertThat(names()).containsExactlyInAnyOrder("api", "other");

        AdaptiveRateLimiter second = AdaptiveRateLimiter.of("api", CONFIG);
        limiters.replace("api", second);
        second.stop("seen");
        first.pause(Duration.ofSeconds(1));
        assertThat(gauge("state", "name", "api", "state", "stopped")).isEqualTo(1);
        assertThat(meters.get(PREFIX + "pauses")
                        .tags("name", "api", "reason", "manual")
                        .counter()
                        .count())
                .as("the one that was replaced is no longer listened to")
                .isZero();

        limiters.remove("api");
        assertThat(names()).containsExactly("other");
    }

    @Test
    void closingTakesAllAwayAndBindingTwiceChangesNothing() {
        AdaptiveRateLimiter limiter = limiters.rateLimiter("api");
        metrics.bindTo(meters);
        metrics.bindTo(meters);
        limiter.pause(Duration.ofSeconds(1));
        assertThat(pauses("manual")).isEqualTo(1);

        metrics.close();
        limiters.rateLimiter("other");
        assertThat(meters.getMeters()).isEmpty();

        metrics.bindTo(meters);
        assertThat(names()).containsExactlyInAnyOrder("api", "other");
    }

    @Test
    void aSingleLimiterNeedsNoRegistry() {
        AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of("alone", CONFIG);

        Registration registration = TaggedAdaptiveRateLimiterMetrics.bind(limiter, meters);
        assertThat(gauge("limit", "name", "alone")).isEqualTo(60);
        registration.close();

        assertThat(meters.getMeters()).isEmpty();
    }

    @Test
    void metersKeepTheirLimiterAndNothingIsKeptAfterwards() {
        List<Registration> registrations = new ArrayList<>();
        WeakReference<AdaptiveRateLimiter> limiter = boundLimiter(registrations);
        System.gc();
        assertThat(gauge("limit", "name", "alone")).isEqualTo(60);
        assertThat(counter("rejected.calls")).isZero();

        registrations.remove(0).close();

        awaitCollectionOf(limiter);
    }

    private WeakReference<AdaptiveRateLimiter> boundLimiter(List<Registration> registrations) {
        AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of("alone", CONFIG);
        registrations.add(TaggedAdaptiveRateLimiterMetrics.bind(limiter, meters));
        return new WeakReference<>(limiter);
    }

    private static void awaitCollectionOf(WeakReference<?> reference) {
        await().pollInterval(Duration.ofMillis(10)).until(() -> {
            System.gc();
            return reference.get() == null;
        });
    }

    @Test
    void aLimiterThatWasRemovedIsNotKept() {
        metrics.bindTo(meters);
        WeakReference<AdaptiveRateLimiter> limiter = new WeakReference<>(limiters.rateLimiter("api"));

        limiters.remove("api");

        awaitCollectionOf(limiter);
    }

    @Test
    void theyStandBesideThoseOfResilience4j() {
        RateLimiterRegistry theirs = RateLimiterRegistry.ofDefaults();
        limiters.publishTo(theirs);
        TaggedRateLimiterMetrics.ofRateLimiterRegistry(theirs).bindTo(meters);
        metrics.bindTo(meters);

        limiters.rateLimiter("api");

        assertThat(meters.get("resilience4j.ratelimiter.available.permissions")
                        .tag("name", "api")
                        .gauge()
                        .value())
                .isEqualTo(5);
        assertThat(gauge("limit", "name", "api")).isEqualTo(60);
    }

    @Test
    void whateverManyThreadsDoTheMetersAreThoseOfTheLimitersInTheEnd() throws Exception {
        metrics.bindTo(meters);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (int round = 0; round < 50; round++) {
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
                limiters.find("api")
                        .ifPresentOrElse(
                                limiter -> {
                                    limiter.stop("seen");
                                    assertThat(gauge("state", "state", "stopped"))
                                            .isEqualTo(1);
                                    limiter.resume();
                                },
                                () -> assertThat(meters.getMeters())
                                        .extracting(Meter::getId)
                                        .isEmpty());
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void changeSomething(Random random) {
        switch (random.nextInt(3)) {
            case 0 -> limiters.rateLimiter("api");
            case 1 -> limiters.remove("api");
            default -> limiters.replace("api", AdaptiveRateLimiter.of("api", CONFIG));
        }
    }
}
