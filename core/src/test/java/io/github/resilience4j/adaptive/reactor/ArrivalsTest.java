package io.github.resilience4j.adaptive.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.keypool.ApiKey;
import io.github.resilience4j.adaptive.keypool.ApiKeyPool;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolConfig;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Who cancels when permit and key are there, but nothing has been requested, keeps neither, unless the call was sent. */
class ArrivalsTest {

    private final AtomicInteger sent = new AtomicInteger();

    private static void subscribeAndLeave(Publisher<?> calls, boolean request) {
        calls.subscribe(new BaseSubscriber<Object>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                if (request) {
                    subscription.request(1);
                }
                subscription.cancel();
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theKeyGoesBack(boolean request) {
        ApiKeyPool pool =
                ApiKeyPool.of("maps", ApiKeyPoolConfig.ofDefaults(), List.of(ApiKey.of("key-1", "sesame-1-open")));

        subscribeAndLeave(ApiKeyPoolOperator.mono(pool, lease -> Mono.fromCallable(sent::incrementAndGet)), request);
        subscribeAndLeave(ApiKeyPoolOperator.flux(pool, lease -> Flux.just(sent.incrementAndGet())), request);

        assertThat(pool.snapshot().inFlight()).isZero();
        assertThat(pool.stats().get(0).calls()).isEqualTo(sent.get());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void thePermitGoesBack(boolean request) {
        AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of("maps", AdaptiveRateLimiterConfig.ofDefaults());
        int permits = limiter.getMetrics().getAvailablePermissions();

        subscribeAndLeave(
                Mono.fromCallable(sent::incrementAndGet).transformDeferred(AdaptiveRateLimiterOperator.of(limiter)),
                request);
        subscribeAndLeave(
                Flux.defer(() -> Flux.just(sent.incrementAndGet()))
                        .transformDeferred(AdaptiveRateLimiterOperator.of(limiter)),
                request);

        assertThat(limiter.snapshot().inFlight()).isZero();
        assertThat(limiter.getMetrics().getAvailablePermissions()).isGreaterThanOrEqualTo(permits - sent.get());
    }

    @Test
    void whoLeavesLaterIsNotToldOfTheWaitItEnded() {
        ApiKeyPool pool = ApiKeyPool.of(
                "maps",
                ApiKeyPoolConfig.custom()
                        .limiterConfig(AdaptiveRateLimiterConfig.custom()
                                .limitForPeriod(1)
                                .limitRefreshPeriod(Duration.ofHours(1))
                                .timeoutDuration(Duration.ofDays(1))
                                .build())
                        .build(),
                List.of(ApiKey.of("key-1", "sesame-1-open")));
        Mono<String> call = ApiKeyPoolOperator.mono(pool, lease -> Mono.just(lease.keyId()));
        AtomicInteger dropped = new AtomicInteger();
        call.block();

        call.contextWrite(context -> context.put(
                        "reactor.onErrorDropped.local", (Consumer<Throwable>) error -> dropped.incrementAndGet()))
                .subscribe()
                .dispose();

        assertThat(dropped).hasValue(0);
        assertThat(pool.limiter("key-1").orElseThrow().snapshot().waiting()).isZero();
    }
}
