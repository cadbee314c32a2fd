package io.github.resilience4j.adaptive.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Case L21 for our operator, and the waits of Mono and Flux. */
class AdaptiveRateLimiterOperatorTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    private final AdaptiveRateLimiter limiter = limiter(10, 2, Duration.ofHours(1));
    private final AtomicInteger subscriptions = new AtomicInteger();

    private static AdaptiveRateLimiter limiter(int limit, double burst, Duration period) {
        return AdaptiveRateLimiter.of(
                "api",
                AdaptiveRateLimiterConfig.custom()
                        .limitForPeriod(limit)
                        .limitRefreshPeriod(period)
                        .burst(burst)
                        .timeoutDuration(Duration.ofDays(100))
                        .build());
    }

    private AdaptiveRateLimiter exhausted() {
        AdaptiveRateLimiter exhausted = limiter(1, 1, Duration.ofHours(1));
        exhausted.tryAcquire(1).orElseThrow().onResult("ok");
        return exhausted;
    }

    private <T> Mono<T> counted(Mono<T> source) {
        return source.doOnSubscribe(subscription -> subscriptions.incrementAndGet());
    }

    @Test
    void aFluxOfAThousandElementsIsOneCall() {
        List<Integer> elements = Flux.range(0, 1000)
                .transformDeferred(AdaptiveRateLimiterOperator.of(limiter))
                .collectList()
                .block(SOON);

        assertThat(elements).hasSize(1000);
        assertThat(limiter.getMetrics().getAvailablePermissions()).isEqualTo(1);
        assertThat(limiter.snapshot().inFlight()).isZero();
    }

    @Test
    void anEmptyMonoLeaksNothing() {
        assertThat(Mono.<String>empty()
                        .transformDeferred(AdaptiveRateLimiterOperator.of(limiter))
                        .block(SOON))
                .isNull();

        assertThat(limiter.snapshot().inFlight()).isZero();
        assertThat(limiter.snapshot().lastSuccessAt()).isNotNull();
    }

    @Test
    void anErrorIsPassedOnAndCounted() {
        Mono<String> failing = Mono.<String>error(new IOException("broken"))
                .transformDeferred(AdaptiveRateLimiterOperator.of(limiter));

        assertThatThrownBy(() -> failing.block(SOON)).hasRootCauseInstanceOf(IOException.class);

        assertThat(limiter.snapshot().consecutiveFailures()).isEqualTo(1);
    }

    @Test
    void aRefusalReachesTheSubscriberAndNotTheSource() {
        limiter.stop("test");
        Mono<String> refused = counted(Mono.just("never")).transformDeferred(AdaptiveRateLimiterOperator.of(limiter));

        assertThatThrownBy(() -> refused.block(SOON)).isInstanceOf(RequestNotPermitted.class);

        assertThat(subscriptions).hasValue(0);
    }

    @Test
    void disposedWhileDelayedTheSourceIsNeverCalled() {
        AdaptiveRateLimiter exhausted = exhausted();
        List<Disposable> waiting = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            waiting.add(counted(Mono.just("late"))
                    .transformDeferred(AdaptiveRateLimiterOperator.of(exhausted))
                    .subscribe());
        }
        assertThat(exhausted.snapshot().waiting()).isEqualTo(100);

        waiting.forEach(Disposable::dispose);
        exhausted.changeLimitForPeriod(360_000);

        assertThat(exhausted.snapshot().waiting()).isZero();
        await().atMost(SOON).until(() -> exhausted.tryAcquirePermission() == 0);
        assertThat(subscriptions).hasValue(0);
    }

    @Test
    void disposedInFlightCountsAsSentAndCancelled() {
        Disposable never = Mono.<String>never()
                .transformDeferred(AdaptiveRateLimiterOperator.of(limiter))
                .subscribe();
        await().atMost(SOON).until(() -> limiter.snapshot().inFlight() == 1);

        never.dispose();

        assertThat(limiter.snapshot().inFlight()).isZero();
        assertThat(limiter.snapshot().consecutiveFailures()).isZero();
    }

    @Test
    void aPauseThatBeganWhileItWaitedHoldsIt() {
        AdaptiveRateLimiter slow = limiter(2, 1, Duration.ofSeconds(1));
        assertThat(slow.tryAcquirePermission()).isZero();
        Disposable waiting = counted(Mono.just("late"))
                .transformDeferred(AdaptiveRateLimiterOperator.of(slow))
                .subscribe();

        slow.pause(Duration.ofHours(1));
        await().during(Duration.ofMillis(800)).until(() -> subscriptions.get() == 0);
        slow.resume();

        await().atMost(SOON).until(waiting::isDisposed);
        assertThat(subscriptions).hasValue(1);
        assertThat(slow.snapshot().state()).isEqualTo(State.RUNNING);
    }

    @Test
    void subscribersThatComeAndGoLeaveNothingBehind() {
        AdaptiveRateLimiter fast = limiter(1_000_000, 50, Duration.ofSeconds(1));
        for (int round = 0; round < 5_000; round++) {
            Mono.just("x")
                    .transformDeferred(AdaptiveRateLimiterOperator.of(fast))
                    .subscribe()
                    .dispose();
        }

        await().atMost(SOON).until(() -> fast.snapshot().inFlight() == 0);
        assertThat(fast.snapshot().waiting()).isZero();
    }
}
