package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cases L1 to L6: permits are paced, bounded, never minted and never lost. */
class PermitsTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final FakeClock clock = new FakeClock();

    private AdaptiveRateLimiter limiter(AdaptiveRateLimiterConfig.Builder config) {
        return AdaptiveRateLimiter.of(
                "api", config.outcomeClassifier(Reply.CLASSIFIER).build(), clock);
    }

    private static AdaptiveRateLimiterConfig.Builder perSecond(int limit, double burst) {
        return AdaptiveRateLimiterConfig.custom()
                .limitForPeriod(limit)
                .limitRefreshPeriod(SECOND)
                .burst(burst);
    }

    private static int takeAll(AdaptiveRateLimiter limiter) {
        int taken = 0;
        while (limiter.tryAcquirePermission() == 0) {
            taken++;
        }
        return taken;
    }

    @Test
    void startsWithAFullBurstAndIsPacedEvenlyAfterIt() {
        AdaptiveRateLimiter limiter = limiter(perSecond(10, 3));

        assertThat(takeAll(limiter)).isEqualTo(3);
        assertThat(limiter.tryAcquirePermission()).isEqualTo(100_000_000L);
        clock.advanceNanos(99_999_999);
        assertThat(limiter.tryAcquirePermission()).isEqualTo(1);
        clock.advanceNanos(1);
        assertThat(takeAll(limiter)).isEqualTo(1);
    }

    @Test
    void aRefusalInTheNextCycleLeavesNothing() {
        AdaptiveRateLimiter limiter = limiter(perSecond(5, 5));
        assertThat(takeAll(limiter)).isEqualTo(5);
        clock.advance(SECOND);

        limiter.onResult(Reply.tooManyFor(Duration.ZERO));

        assertThat(limiter.getMetrics().getAvailablePermissions()).isZero();
        assertThat(limiter.tryAcquirePermission()).as("the probe").isZero();
        limiter.onResult(Reply.OK);
        assertThat(limiter.tryAcquirePermission()).isPositive();
    }

    @Test
    void drainingForgivesNoDebt() {
        AdaptiveRateLimiter limiter = limiter(perSecond(5, 5));
        assertThat(takeAll(limiter)).isEqualTo(5);
        for (int i = 1; i <= 3; i++) {
            assertThat(limiter.reservePermission()).isEqualTo(i * 200_000_000L);
        }

        limiter.drainPermissions();

        assertThat(limiter.getMetrics().getAvailablePermissions()).isEqualTo(-3);
        assertThat(limiter.reservePermission()).isEqualTo(800_000_000L);
    }

    @Test
    void drainingEmptiesTheBucket() {
        AdaptiveRateLimiter limiter = limiter(perSecond(5, 5));

        limiter.drainPermissions();

        assertThat(limiter.tryAcquirePermission()).isEqualTo(200_000_000L);
    }

    @Test
    void resultsThatTheUserNamesDrainTheBucket() {
        AdaptiveRateLimiter limiter =
                limiter(perSecond(5, 5).drainPermissionsOnResult(any -> any.isRight() && "overload".equals(any.get())));
        limiter.onResult("fine");
        assertThat(limiter.getMetrics().getAvailablePermissions()).isEqualTo(5);

        limiter.onResult("overload");

        assertThat(limiter.getMetrics().getAvailablePermissions()).isZero();
    }

    @Test
    void aLoweredLimitHoldsAtOnce() {
        AdaptiveRateLimiter limiter = limiter(perSecond(10, 10));
        assertThat(limiter.tryAcquirePermission()).isZero();

        limiter.changeLimitForPeriod(2);

        assertThat(takeAll(limiter)).isEqualTo(2);
        assertThat(limiter.tryAcquirePermission()).isEqualTo(500_000_000L);
        assertThat(limiter.snapshot().burst()).isEqualTo(2);
        assertThat(limiter.snapshot().configuredLimitForPeriod()).isEqualTo(2);
        assertThat(limiter.getRateLimiterConfig().getLimitForPeriod()).isEqualTo(2);
    }

    @Test
    void aRaisedLimitMintsNothing() {
        AdaptiveRateLimiter limiter = limiter(perSecond(10, 10));
        assertThat(takeAll(limiter)).isEqualTo(10);

        limiter.changeLimitForPeriod(100);

        assertThat(limiter.tryAcquirePermission()).isEqualTo(10_000_000L);
    }

    @Test
    void aLimitBelowTheFloorLowersTheFloor() {
        AdaptiveRateLimiter limiter = limiter(perSecond(100, 1).minLimitForPeriod(50));

        limiter.changeLimitForPeriod(10);
        limiter.onResult(Reply.TOO_MANY);

        assertThat(limiter.snapshot().limitForPeriod()).isEqualTo(10);
    }

    @Test
    void changesOfLimitAndTimeoutDoNotOverwriteEachOther() throws InterruptedException {
        AdaptiveRateLimiter limiter = limiter(perSecond(10, 10));
        Thread limits = new Thread(() -> {
            for (int i = 1; i <= 10_000; i++) {
                limiter.changeLimitForPeriod(1 + i % 100);
            }
            limiter.changeLimitForPeriod(7);
        });
        Thread timeouts = new Thread(() -> {
            for (int i = 1; i <= 10_000; i++) {
                limiter.changeTimeoutDuration(Duration.ofMillis(i));
            }
        });

        limits.start();
        timeouts.start();
        limits.join();
        timeouts.join();

        assertThat(limiter.getRateLimiterConfig().getLimitForPeriod()).isEqualTo(7);
        assertThat(limiter.getRateLimiterConfig().getTimeoutDuration()).isEqualTo(Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void noWindowCarriesMoreThanTheLimitAndABurst(long seed) {
        Random random = new Random(seed);
        AdaptiveRateLimiter limiter = limiter(perSecond(100, 10));
        List<Long> sent = new ArrayList<>();
        long now = 0;
        while (now < 5_000_000_000L) {
            long step = random.nextInt(40) == 0 ? random.nextLong(400_000_000L) : random.nextLong(3_000_000L);
            now += step;
            clock.advanceNanos(step);
            for (int tries = random.nextInt(20); tries > 0; tries--) {
                if (limiter.tryAcquirePermission() == 0) {
                    sent.add(now);
                }
            }
        }

        for (int first = 0, last = 0; first < sent.size(); first++) {
            while (last < sent.size() && sent.get(last) - sent.get(first) < 1_000_000_000L) {
                last++;
            }
            assertThat(last - first).isLessThanOrEqualTo(110);
        }
        assertThat(sent.size()).isGreaterThan(200);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -5, Integer.MIN_VALUE, 11, Integer.MAX_VALUE})
    void nonsenseAmountsAreRefusedAndMintNothing(int permits) {
        AdaptiveRateLimiter limiter = limiter(perSecond(10, 3));

        assertThatThrownBy(() -> limiter.acquirePermission(permits))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("permits is " + permits)
                .hasMessageContaining("1 to limitForPeriod, 10");
        assertThatThrownBy(() -> limiter.reservePermission(permits)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> limiter.tryAcquirePermission(permits)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> limiter.tryAcquire(permits)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> limiter.background().acquirePermission(permits))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(takeAll(limiter)).isEqualTo(3);
    }

    @Test
    void moreThanTheBurstWaitsForAFullBucketAndLeavesADebtThatTheNextOnesPay() {
        AdaptiveRateLimiter limiter = limiter(perSecond(10, 3));
        assertThat(limiter.tryAcquirePermission()).isZero();

        assertThat(limiter.tryAcquirePermission(5)).isEqualTo(100_000_000L);
        clock.advanceNanos(100_000_000L);
        assertThat(limiter.tryAcquirePermission(5)).isZero();

        assertThat(limiter.getMetrics().getAvailablePermissions()).isEqualTo(-2);
        assertThat(limiter.tryAcquirePermission()).isEqualTo(300_000_000L);
    }

    @Test
    void aReservationLongerThanTheTimeoutIsRefusedAndBooksNothing() {
        AdaptiveRateLimiter limiter = limiter(perSecond(1, 1).timeoutDuration(Duration.ofSeconds(2)));

        assertThat(limiter.reservePermission()).isZero();
        assertThat(limiter.reservePermission()).isEqualTo(SECOND.toNanos());
        assertThat(limiter.reservePermission()).isEqualTo(2 * SECOND.toNanos());
        assertThat(limiter.reservePermission()).isNegative();
        assertThat(limiter.getMetrics().getAvailablePermissions()).isEqualTo(-2);
    }

    @Test
    void reservationsRoundUpToWholeMilliseconds() {
        AdaptiveRateLimiter limiter = limiter(perSecond(3, 1));
        assertThat(limiter.reservePermission()).isZero();

        assertThat(limiter.reservePermission()).isEqualTo(334_000_000L);
    }

    @Test
    void whoeverCannotBeServedInTimeIsRefusedAtOnce() {
        AdaptiveRateLimiter limiter = limiter(AdaptiveRateLimiterConfig.custom()
                .limitForPeriod(1)
                .limitRefreshPeriod(Duration.ofMinutes(1))
                .timeoutDuration(SECOND));
        assertThat(limiter.acquirePermission()).isTrue();

        long before = System.nanoTime();
        assertThat(limiter.acquirePermission()).isFalse();

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofMillis(500));
        assertThat(limiter.snapshot().rejectedCalls()).isEqualTo(1);
        assertThat(limiter.snapshot().lastRejectedAt()).isNotNull();
    }

    @Test
    void anInterruptedCallerTakesNothingAndKeepsItsFlag() {
        AdaptiveRateLimiter limiter = limiter(perSecond(10, 3));

        Thread.currentThread().interrupt();
        boolean granted = limiter.acquirePermission();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(granted).isFalse();
        assertThat(takeAll(limiter)).isEqualTo(3);
    }

    @Test
    void aPermitThatWasNotUsedGoesBack() {
        AdaptiveRateLimiter limiter = limiter(perSecond(10, 3));
        AdaptiveRateLimiter.Permit permit = limiter.tryAcquire(3).orElseThrow();
        assertThat(limiter.snapshot().inFlight()).isEqualTo(1);

        permit.release();
        permit.onResult(Reply.TOO_MANY);
        permit.release();

        assertThat(takeAll(limiter)).isEqualTo(3);
        assertThat(limiter.snapshot().congestionEvents()).isZero();
    }

    @Test
    void mostRateLimitersOfResilience4jCanBeReplaced() {
        AdaptiveRateLimiter limiter =
                limiter(perSecond(Integer.MAX_VALUE, Integer.MAX_VALUE).limitRefreshPeriod(Duration.ofNanos(10)));

        for (int i = 0; i < 1_000; i++) {
            assertThat(limiter.acquirePermission()).isTrue();
            clock.advance(Duration.ofDays(1));
        }
        assertThat(limiter.acquirePermission(Integer.MAX_VALUE)).isTrue();
    }

    @Test
    void aClockThatGoesBackMintsNothing() {
        AdaptiveRateLimiter limiter = limiter(perSecond(10, 3));
        clock.advance(Duration.ofSeconds(5));
        assertThat(takeAll(limiter)).isEqualTo(3);

        clock.advance(Duration.ofSeconds(-10));
        assertThat(takeAll(limiter)).isZero();
        clock.advance(Duration.ofSeconds(10));
        assertThat(takeAll(limiter)).isZero();
    }

    @Test
    void yearsOfUseDoNotWearItOut() {
        AdaptiveRateLimiter limiter = limiter(perSecond(1_000_000, 1000));
        for (int year = 0; year < 200; year++) {
            assertThat(takeAll(limiter)).isEqualTo(1000);
            clock.advance(Duration.ofDays(365));
        }
    }
}
