package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Several known limits at once: none is ever exceeded, in no window. */
class AdditionalLimitTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final FakeClock clock = new FakeClock();

    private AdaptiveRateLimiter limiter(AdaptiveRateLimiterConfig.Builder config) {
        return AdaptiveRateLimiter.of(
                "api", config.outcomeClassifier(Reply.CLASSIFIER).build(), clock);
    }

    private static AdaptiveRateLimiterConfig.Builder budget(int limit, Duration period, double burst) {
        return AdaptiveRateLimiterConfig.custom()
                .limitForPeriod(limit)
                .limitRefreshPeriod(period)
                .burst(burst);
    }

    private static int mostInAnyWindow(List<Long> times, Duration window) {
        int most = 0;
        int first = 0;
        for (int last = 0; last < times.size(); last++) {
            while (times.get(last) - times.get(first) >= window.toNanos()) {
                first++;
            }
            most = Math.max(most, last - first + 1);
        }
        return most;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void exceedsNeitherOfTwoLimitsInAnyWindow(long seed) {
        AdaptiveRateLimiter limiter =
                limiter(budget(1000, SECOND, 1000).additionalLimit(10, SECOND).additionalLimit(300, MINUTE));
        Random random = new Random(seed);
        List<Long> times = new ArrayList<>();
        for (long now = 0; now < Duration.ofMinutes(10).toNanos(); ) {
            if (limiter.tryAcquirePermission() == 0) {
                times.add(now);
            } else {
                long step = 1 + (long) (random.nextDouble() * random.nextDouble() * 50_000_000L);
                clock.advanceNanos(step);
                now += step;
            }
        }
        assertThat(mostInAnyWindow(times, SECOND)).isEqualTo(10);
        assertThat(mostInAnyWindow(times, MINUTE)).isEqualTo(300);
        assertThat(times).as("nothing is wasted").hasSizeGreaterThan((int) (300 * 10 * 0.98));
    }

    @Test
    void holdsBesideTheBudgetsOwnPace() {
        AdaptiveRateLimiter limiter = limiter(budget(300, MINUTE, 20).additionalLimit(10, SECOND));
        int granted = 0;
        while (limiter.tryAcquirePermission() == 0) {
            granted++;
        }
        assertThat(granted).isEqualTo(10);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, PT1S", "2, 7, PT3S", "3, 100, PT0.1S", "1, 3, PT24H"})
    void whoAsksAgainWhenToldIsServedAndNobodyIsServedBefore(int permits, int limit, Duration period) {
        AdaptiveRateLimiter limiter =
                limiter(budget(1_000_000, SECOND, 1_000_000).additionalLimit(limit, period));
        for (int i = 0; i < 10; i++) {
            while (limiter.tryAcquirePermission(Math.min(permits, limit)) == 0) {}
            long wait = limiter.tryAcquirePermission(Math.min(permits, limit));
            assertThat(wait).isPositive();
            clock.advanceNanos(wait - 1);
            assertThat(limiter.tryAcquirePermission(Math.min(permits, limit))).isPositive();
            clock.advanceNanos(1);
            assertThat(limiter.tryAcquirePermission(Math.min(permits, limit))).isZero();
        }
    }

    @Test
    void aCallThatWasNeverSentLeavesItsPlace() {
        AdaptiveRateLimiter limiter = limiter(budget(100, SECOND, 100).additionalLimit(2, MINUTE));
        Permit first = limiter.tryAcquire(2).orElseThrow();
        assertThat(limiter.tryAcquire(1)).isEmpty();
        first.release();
        assertThat(limiter.tryAcquire(2)).isPresent();
    }

    @Test
    void aReservationIsBookedWhereItLeaves() {
        AdaptiveRateLimiter limiter =
                limiter(budget(100, SECOND, 100).additionalLimit(2, SECOND).timeoutDuration(Duration.ofSeconds(10)));
        List<Long> leaves = new ArrayList<>();
        long wait = limiter.reservePermission();
        while (wait >= 0) {
            leaves.add(wait);
            wait = limiter.reservePermission();
        }
        assertThat(leaves).hasSize(4).isSorted();
        assertThat(mostInAnyWindow(leaves, SECOND)).isEqualTo(2);
    }

    @Test
    void aReservationThatFindsNoPlaceTakesNothing() {
        AdaptiveRateLimiter limiter = limiter(budget(10, SECOND, 10).additionalLimit(2, MINUTE));
        assertThat(limiter.reservePermission(2)).isZero();
        assertThat(limiter.reservePermission(1)).isNegative();
        assertThat(limiter.getMetrics().getAvailablePermissions()).isEqualTo(8);
    }

    @Test
    void refusesAtOnceWhoCannotBeServedInHisTime() {
        AdaptiveRateLimiter limiter = limiter(budget(100, SECOND, 100).additionalLimit(1, MINUTE));
        assertThat(limiter.acquirePermission()).isTrue();
        assertThat(limiter.acquirePermission(1, Duration.ofSeconds(59))).isFalse();
    }

    @Test
    void aCallCannotWantMoreThanTheLowestLimit() {
        AdaptiveRateLimiter limiter = limiter(budget(100, SECOND, 100).additionalLimit(10, SECOND));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limiter.acquirePermission(11))
                .withMessageContaining("11")
                .withMessageContaining("1 to additionalLimit, 10");
    }

    @ParameterizedTest
    @CsvSource({
        "0, PT1S, permits",
        "-1, PT1S, permits",
        "10, PT0S, period",
        "10, PT0.05S, period",
        "10, PT-1S, period",
        "10, P367D, period"
    })
    void refusesNonsense(int permits, Duration period, String named) {
        AdaptiveRateLimiterConfig.Builder builder = AdaptiveRateLimiterConfig.custom();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.additionalLimit(permits, period))
                .withMessageContaining("additionalLimit's " + named);
    }

    @Test
    void aConfigMadeFromAnotherKeepsItsLimitsAndLeavesThatAlone() {
        AdaptiveRateLimiterConfig one =
                budget(100, SECOND, 1).additionalLimit(10, SECOND).build();
        AdaptiveRateLimiterConfig two =
                AdaptiveRateLimiterConfig.from(one).additionalLimit(300, MINUTE).build();
        assertThat(one.getAdditionalLimits()).hasSize(1);
        assertThat(two.getAdditionalLimits()).hasSize(2);
    }

    @Test
    void exceedsNothingWhileManyThreadsCompeteAndGiveBack() throws InterruptedException {
        AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of(
                "api",
                budget(1_000_000, SECOND, 1_000_000)
                        .additionalLimit(100, SECOND)
                        .build(),
                clock);
        ConcurrentLinkedQueue<Long> sent = new ConcurrentLinkedQueue<>();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        for (int round = 0; round < 200; round++) {
            CountDownLatch done = new CountDownLatch(4);
            long now = clock.getAsLong();
            for (int t = 0; t < 4; t++) {
                int thread = t;
                pool.execute(() -> {
                    for (int i = 0; i < 60; i++) {
                        limiter.tryAcquire(1).ifPresent(permit -> {
                            if ((now + thread) % 3 == 0) {
                                permit.release();
                            } else {
                                sent.add(now);
                            }
                        });
                    }
                    done.countDown();
                });
            }
            assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
            clock.advanceNanos(70_000_000L);
        }
        pool.shutdownNow();
        List<Long> times = sent.stream().sorted().toList();
        assertThat(mostInAnyWindow(times, SECOND)).isEqualTo(100);
        assertThat(times).hasSizeGreaterThan(1200);
    }
}
