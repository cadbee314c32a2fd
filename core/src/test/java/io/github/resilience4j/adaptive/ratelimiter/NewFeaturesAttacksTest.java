package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What was found by breaking known limits, weights told later and the mode that only observes. */
class NewFeaturesAttacksTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final FakeClock clock = new FakeClock();

    private static AdaptiveRateLimiterConfig.Builder wide() {
        return AdaptiveRateLimiterConfig.custom()
                .limitForPeriod(1000)
                .limitRefreshPeriod(SECOND)
                .burst(1000)
                .outcomeClassifier(Reply.CLASSIFIER);
    }

    private static AdaptiveRateLimiterConfig.Builder ten() {
        return wide().limitForPeriod(10).burst(10);
    }

    private AdaptiveRateLimiter limiter(AdaptiveRateLimiterConfig.Builder config) {
        return AdaptiveRateLimiter.of("api", config.build(), clock);
    }

    private static AdaptiveRateLimiter onRealTime(AdaptiveRateLimiterConfig.Builder config) {
        return AdaptiveRateLimiter.of("api", config.build());
    }

    private static int takeAll(AdaptiveRateLimiter limiter) {
        int taken = 0;
        while (limiter.tryAcquirePermission() == 0) {
            taken++;
        }
        return taken;
    }

    private static void assertWaits(CompletableFuture<Permit> waiting) throws InterruptedException, ExecutionException {
        try {
            throw new AssertionError(waiting.get(30, TimeUnit.MILLISECONDS) + " came too early");
        } catch (TimeoutException expected) {
            assertThat(waiting).isNotDone();
        }
    }

    @Test
    void aProbeThatAKnownLimitHoldsBackIsToldWhenToCome() {
        AdaptiveRateLimiter limiter = limiter(wide().additionalLimit(1, MINUTE));
        limiter.tryAcquire(1).orElseThrow().onResult(Reply.tooManyFor(SECOND));
        clock.advance(SECOND);
        assertThat(limiter.snapshot().state()).isEqualTo(State.PROBING);
        long wait = limiter.tryAcquirePermission();
        assertThat(wait).isGreaterThan(Duration.ofSeconds(58).toNanos());
        clock.advanceNanos(wait);
        assertThat(limiter.tryAcquirePermission()).isZero();
    }

    @Test
    @Timeout(5)
    void whoCannotBeTheProbeInHisTimeIsRefusedAtOnce() {
        AdaptiveRateLimiter limiter = limiter(wide().additionalLimit(1, MINUTE));
        limiter.tryAcquire(1).orElseThrow().onResult(Reply.tooManyFor(SECOND));
        clock.advance(SECOND);
        assertThat(limiter.acquirePermission(1, Duration.ofSeconds(30))).isFalse();
    }

    @Test
    void whatWasNotSentWakesWhoWaitsForAKnownLimitThoughThereWasACut() throws Exception {
        AdaptiveRateLimiter limiter = onRealTime(wide().additionalLimit(2, MINUTE));
        Permit unsent = limiter.tryAcquire(1).orElseThrow();
        limiter.tryAcquire(1).orElseThrow().onResult(Reply.tooManyFor(Duration.ofMillis(1)));
        CompletableFuture<Permit> waiting = limiter.acquireAsync(1, Duration.ofDays(1));
        assertWaits(waiting);
        unsent.release();
        assertThat(waiting.get(5, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void aLighterWeightWakesWhoWaitsForAKnownLimitThoughThereWasADrain() throws Exception {
        AdaptiveRateLimiter limiter = onRealTime(wide().additionalLimit(2, MINUTE));
        Permit heavy = limiter.tryAcquire(2).orElseThrow();
        limiter.drainPermissions();
        CompletableFuture<Permit> waiting = limiter.acquireAsync(1, Duration.ofDays(1));
        assertWaits(waiting);
        heavy.settle(1);
        assertThat(waiting.get(5, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void aKnownLimitHoldsAfterYears() {
        AdaptiveRateLimiter limiter = limiter(wide().additionalLimit(3, Duration.ofMillis(100)));
        for (int year = 0; year < 100; year++) {
            clock.advance(Duration.ofDays(365));
            assertThat(takeAll(limiter)).isEqualTo(3);
        }
    }

    @Test
    void aHugeWeightThatIsTakenBackTakesNothingOfOthersWithIt() {
        AdaptiveRateLimiter limiter = limiter(wide().additionalLimit(10, SECOND));
        assertThat(limiter.tryAcquirePermission(5)).isZero();
        Permit huge = limiter.tryAcquire(1).orElseThrow();
        huge.settle(Integer.MAX_VALUE);
        huge.settle(0);
        clock.advance(Duration.ofMillis(900));
        assertThat(takeAll(limiter)).isLessThanOrEqualTo(5);
        clock.advance(SECOND);
        assertThat(takeAll(limiter)).isGreaterThanOrEqualTo(5);
    }

    @Test
    void hugeWeightsThatAreTakenBackLeaveALimiterThatWorks() {
        AdaptiveRateLimiter limiter = limiter(ten());
        List<Permit> permits = new ArrayList<>();
        for (int i = 0; i < 44; i++) {
            clock.advance(SECOND);
            permits.add(limiter.tryAcquire(1).orElseThrow());
        }
        permits.forEach(permit -> permit.settle(Integer.MAX_VALUE));
        permits.forEach(permit -> permit.settle(0));
        clock.advance(SECOND);
        assertThat(takeAll(limiter)).isEqualTo(10);
        assertThat(limiter.tryAcquirePermission()).isEqualTo(100_000_000L);
    }

    @Test
    void whoIsOnlyObservedLeavesThoughInterrupted() throws Exception {
        AdaptiveRateLimiter limiter = limiter(wide().observeOnly(true));
        Thread.currentThread().interrupt();
        try {
            assertThat(limiter.acquire(1, Duration.ZERO)).isPresent();
            assertThat(limiter.executeCallable(() -> "sent")).isEqualTo("sent");
            assertThat(limiter.snapshot().rejectedCalls()).isZero();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void whoWouldHaveBeenRefusedTakesNothingOffAKnownLimitWhenItWasNotSent() {
        AdaptiveRateLimiter limiter = limiter(wide().additionalLimit(2, MINUTE).observeOnly(true));
        assertThat(limiter.tryAcquirePermission(2)).isZero();
        limiter.tryAcquire(2).orElseThrow().release();
        assertThat(limiter.tryAcquirePermission()).isZero();
        assertThat(limiter.snapshot().rejectedCalls()).isEqualTo(2);
    }

    @Test
    void theWeightOfWhoWouldHaveBeenRefusedIsNobodysDebt() {
        AdaptiveRateLimiter limiter = limiter(ten().observeOnly(true));
        assertThat(limiter.tryAcquirePermission(10)).isZero();
        limiter.tryAcquire(1).orElseThrow().settle(1000);
        assertThat(limiter.getMetrics().getAvailablePermissions()).isZero();
    }

    @Test
    void whoWouldHaveWaitedForAKnownLimitWouldHaveWaitedBehindTheOthers() {
        AdaptiveRateLimiter limiter = limiter(wide().additionalLimit(1, Duration.ofSeconds(2))
                .observeOnly(true)
                .timeoutDuration(Duration.ofSeconds(10)));
        List<Duration> waits = new ArrayList<>();
        limiter.events().onWaited(event -> waits.add(event.waited()));
        for (int i = 0; i < 3; i++) {
            assertThat(limiter.acquirePermission()).isTrue();
        }
        assertThat(waits).hasSize(2);
        assertThat(waits.get(1)).isGreaterThan(waits.get(0).plusSeconds(1));
    }
}
