package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Case L19: background calls never wait and never take the reserve. */
class BackgroundLaneTest {

    private final FakeClock clock = new FakeClock();
    private final AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of(
            "api",
            AdaptiveRateLimiterConfig.custom()
                    .limitForPeriod(100)
                    .limitRefreshPeriod(Duration.ofSeconds(1))
                    .burst(10)
                    .outcomeClassifier(Reply.CLASSIFIER)
                    .build(),
            clock);
    private final RateLimiter background = limiter.background();

    private static int takeAll(RateLimiter lane) {
        int taken = 0;
        while (lane.reservePermission() == 0) {
            taken++;
        }
        return taken;
    }

    @Test
    void interactiveCallersAlwaysFindTheReserve() {
        assertThat(takeAll(background)).isEqualTo(8);

        int interactive = 0;
        while (limiter.tryAcquirePermission() == 0) {
            interactive++;
        }

        assertThat(interactive).isEqualTo(2);
    }

    @Test
    void switchedOffItRefusesAllAndTakesNothingAndEverybodyElseIsServed() {
        AtomicBoolean on = new AtomicBoolean();
        AdaptiveRateLimiter switched = AdaptiveRateLimiter.of(
                "api",
                AdaptiveRateLimiterConfig.custom()
                        .limitForPeriod(100)
                        .limitRefreshPeriod(Duration.ofSeconds(1))
                        .burst(10)
                        .backgroundAllowed(on::get)
                        .build(),
                clock);

        assertThat(switched.background().acquirePermission()).isFalse();
        assertThat(switched.background().reservePermission()).isNegative();
        assertThatThrownBy(() -> switched.background().executeSupplier(() -> "polled"))
                .isInstanceOf(RequestNotPermitted.class);
        assertThat(switched.snapshot().rejectedCalls()).isEqualTo(3);
        assertThat(takeAll(switched)).isEqualTo(10);

        clock.advance(Duration.ofSeconds(1));
        on.set(true);
        assertThat(takeAll(switched.background())).isEqualTo(8);
    }

    @Test
    void switchedOffItRefusesStagesToo() {
        AtomicBoolean sent = new AtomicBoolean();
        AdaptiveRateLimiter switched = AdaptiveRateLimiter.of(
                "api",
                AdaptiveRateLimiterConfig.custom()
                        .backgroundAllowed(() -> false)
                        .build(),
                clock);

        RateLimiter lane = switched.background();
        CompletionStage<String> polled = lane.executeCompletionStage(() -> {
            sent.set(true);
            return CompletableFuture.completedFuture("polled");
        });

        assertThatThrownBy(polled.toCompletableFuture()::join).hasCauseInstanceOf(RequestNotPermitted.class);
        assertThat(sent).isFalse();
        assertThat(switched.snapshot().rejectedCalls()).isEqualTo(1);
    }

    @Test
    void anEmptyBucketRefusesWithoutWaiting() {
        takeAll(background);

        long before = System.nanoTime();
        assertThat(background.acquirePermission()).isFalse();

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofMillis(500));
        assertThat(background.reservePermission()).isNegative();
    }

    @Test
    void backgroundGetsAtMostItsShareOfTheRate() {
        int taken = 0;
        for (int millisecond = 0; millisecond < 10_000; millisecond++) {
            taken += takeAll(background);
            clock.advance(Duration.ofMillis(1));
        }

        assertThat(taken).isBetween(8 + 795, 8 + 800);
    }

    @Test
    void interactiveCallsTakeFromTheSameBudget() {
        while (limiter.tryAcquirePermission() == 0) {
            clock.advanceNanos(0);
        }

        assertThat(background.acquirePermission()).isFalse();
    }

    @Test
    void aRefusedBackgroundCallOnAnEmptyMainBucketKeepsItsOwn() {
        for (int i = 0; i < 10; i++) {
            assertThat(limiter.tryAcquirePermission()).isZero();
        }
        for (int i = 0; i < 50; i++) {
            assertThat(background.acquirePermission()).isFalse();
        }
        clock.advance(Duration.ofMillis(100));

        assertThat(takeAll(background)).isEqualTo(8);
    }

    @Test
    void itsAnswersCountForAll() {
        String answer = background.executeSupplier(() -> "fine");
        assertThat(answer).isEqualTo("fine");
        Reply refused = background.executeSupplier(() -> Reply.tooManyFor(Duration.ofSeconds(1)));

        assertThat(refused.outcome().hint().delay()).isEqualTo(Duration.ofSeconds(1));
        assertThat(limiter.snapshot().state()).isEqualTo(State.PAUSED);
        assertThatThrownBy(() -> background.executeSupplier(() -> "fine")).isInstanceOf(RequestNotPermitted.class);
        assertThat(limiter.snapshot().rejectedCalls()).isEqualTo(1);
    }

    @Test
    void itStaysOfUseWithABurstOfOne() {
        AdaptiveRateLimiter single = AdaptiveRateLimiter.of("single", AdaptiveRateLimiterConfig.ofDefaults(), clock);

        assertThat(single.background().acquirePermission()).isTrue();
        assertThat(single.background().acquirePermission()).isFalse();
    }

    @Test
    void itTellsThatItNeverWaits() {
        background.changeTimeoutDuration(Duration.ofSeconds(9));

        assertThat(background.getRateLimiterConfig().getTimeoutDuration()).isZero();
        assertThat(limiter.getRateLimiterConfig().getTimeoutDuration()).isEqualTo(Duration.ofSeconds(5));
        assertThat(limiter.background()).isSameAs(background);
    }
}
