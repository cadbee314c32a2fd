package io.github.resilience4j.adaptive.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.keypool.ApiKey;
import io.github.resilience4j.adaptive.keypool.ApiKeyPool;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolConfig;
import io.github.resilience4j.adaptive.keypool.ApiKeyStats;
import io.github.resilience4j.adaptive.keypool.NoAvailableKeyException;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Subscriptions that rotate. */
class ApiKeyPoolOperatorTest {

    private static final Duration LONG = Duration.ofSeconds(10);

    private final List<String> called = new ArrayList<>();

    private static ApiKeyPool pool(int keys) {
        return ApiKeyPool.of(
                "maps",
                ApiKeyPoolConfig.ofDefaults(),
                IntStream.rangeClosed(1, keys)
                        .mapToObj(i -> ApiKey.of("key-" + i, "sesame-" + i + "-open"))
                        .toList());
    }

    private static ResponseView answer(int status) {
        return ResponseView.of(status, Map.of(), "");
    }

    private ResponseView only(String accepted, String keyId) {
        called.add(keyId);
        return answer(keyId.equals(accepted) ? 200 : 401);
    }

    @Test
    void aMonoRotatesByItsElement() {
        ApiKeyPool pool = pool(3);

        ResponseView end = ApiKeyPoolOperator.mono(pool, lease -> Mono.fromCallable(() -> only("key-3", lease.keyId())))
                .block(LONG);

        assertThat(end).isNotNull().extracting(ResponseView::status).isEqualTo(200);
        assertThat(called).containsExactly("key-1", "key-2", "key-3");
        assertThat(pool.snapshot().benchedKeys()).isEqualTo(2);
        assertThat(pool.snapshot().inFlight()).isZero();
    }

    /** An answer that is thrown. */
    private static final class Thrown extends RuntimeException implements ResponseView {
        private static final long serialVersionUID = 1L;
        private final int status;

        Thrown(int status, String message) {
            super(message);
            this.status = status;
        }

        @Override
        public int status() {
            return status;
        }

        @Override
        public List<String> header(String name) {
            return List.of();
        }

        @Override
        public String body() {
            return "";
        }
    }

    @Test
    void aMonoRotatesByItsError() {
        ApiKeyPool pool = pool(2);

        String end = ApiKeyPoolOperator.mono(
                        pool,
                        lease -> lease.keyId().equals("key-1")
                                ? Mono.<String>error(new Thrown(429, "no"))
                                : Mono.just(lease.keyId()))
                .block(LONG);

        assertThat(end).isEqualTo("key-2");
    }

    @Test
    void anEmptyMonoIsASuccess() {
        ApiKeyPool pool = pool(2);

        assertThat(ApiKeyPoolOperator.mono(pool, lease -> Mono.empty()).block(LONG))
                .isNull();

        assertThat(pool.stats()).extracting(ApiKeyStats::calls).containsExactly(1L, 0L);
        assertThat(pool.snapshot().inFlight()).isZero();
    }

    @Test
    void aSourceFindsItsLeaseInTheContext() {
        ApiKeyPool pool = pool(2);
        Mono<ResponseView> source = Mono.deferContextual(context ->
                Mono.just(only("key-2", ApiKeyPoolOperator.leaseIn(context).keyId())));

        ResponseView end = source.transformDeferred(ApiKeyPoolOperator.of(pool)).block(LONG);

        assertThat(end).isNotNull().extracting(ResponseView::status).isEqualTo(200);
        assertThat(called).containsExactly("key-1", "key-2");
    }

    @Test
    void eachSubscriptionIsACall() {
        ApiKeyPool pool = pool(2);
        Mono<String> mono = ApiKeyPoolOperator.mono(pool, lease -> Mono.just(lease.keyId()));

        assertThat(List.of(String.valueOf(mono.block(LONG)), String.valueOf(mono.block(LONG))))
                .containsExactly("key-1", "key-2");
    }

    @Test
    void aFluxIsOneCallHoweverManyElementsItHas() {
        ApiKeyPool pool = pool(2);
        Flux<Integer> source = Flux.range(0, 1_000);

        List<Integer> end = Flux.from(ApiKeyPoolOperator.<Integer>of(pool).apply(source))
                .collectList()
                .block(LONG);

        assertThat(end).hasSize(1_000);
        assertThat(pool.stats()).extracting(ApiKeyStats::calls).containsExactly(1L, 0L);
    }

    @Test
    void aFluxRotatesByItsFirstElementOnly() {
        ApiKeyPool pool = pool(2);

        List<Integer> statuses = ApiKeyPoolOperator.flux(
                        pool,
                        lease -> lease.keyId().equals("key-1")
                                ? Flux.just(answer(401), answer(200))
                                : Flux.just(answer(200), answer(401)))
                .map(ResponseView::status)
                .collectList()
                .block(LONG);

        assertThat(statuses).containsExactly(200, 401);
        assertThat(pool.snapshot().benchedKeys()).isOne();
    }

    @Test
    void whenTheKeysRunOutItFailsAsTheBlockingCallDoes() {
        ApiKeyPool pool = pool(2);

        assertThatThrownBy(() -> ApiKeyPoolOperator.mono(pool, lease -> Mono.just(answer(401)))
                        .block(LONG))
                .isInstanceOf(NoAvailableKeyException.class);
    }

    @Test
    void whatFailsFailsWithoutSecrets() {
        ApiKeyPool pool = pool(2);

        assertThatThrownBy(() -> ApiKeyPoolOperator.mono(
                                pool, lease -> Mono.error(new IOException("at " + lease.secret())))
                        .block(LONG))
                .hasRootCauseExactlyInstanceOf(IOException.class)
                .rootCause()
                .hasMessage("at ***");
    }

    @Test
    void aCallThatThrowsIsACallThatFails() {
        ApiKeyPool pool = pool(2);

        assertThatThrownBy(() -> ApiKeyPoolOperator.<String>mono(pool, lease -> {
                            throw new IllegalStateException("bug");
                        })
                        .block(LONG))
                .isInstanceOf(IllegalStateException.class);
        assertThat(pool.snapshot().inFlight()).isZero();
    }

    @Test
    void cancelledBeforeItLeftItIsNeverSubscribedToAndThePermitStays() {
        ApiKeyPool pool = ApiKeyPool.of(
                "maps",
                ApiKeyPoolConfig.custom()
                        .limiterConfig(AdaptiveRateLimiterConfig.custom()
                                .limitForPeriod(1)
                                .limitRefreshPeriod(Duration.ofHours(1))
                                .timeoutDuration(Duration.ofDays(1))
                                .build())
                        .build(),
                List.of(ApiKey.of("a", "alpha-secret")));
        AtomicInteger subscribed = new AtomicInteger();
        Mono<Integer> call = ApiKeyPoolOperator.mono(pool, lease -> Mono.fromCallable(subscribed::incrementAndGet));
        call.block(LONG);

        Disposable waiting = call.subscribe();
        assertThat(pool.limiter("a").orElseThrow().snapshot().waiting()).isOne();
        waiting.dispose();

        assertThat(pool.limiter("a").orElseThrow().snapshot().waiting()).isZero();
        assertThat(subscribed).hasValue(1);
        assertThat(pool.snapshot().inFlight()).isZero();
    }

    @Test
    void cancelledWhileItIsOutTheCallIsCancelledAndCounts() {
        ApiKeyPool pool = pool(1);
        AtomicInteger cancelled = new AtomicInteger();
        Disposable out = ApiKeyPoolOperator.mono(pool, lease -> Mono.never().doOnCancel(cancelled::incrementAndGet))
                .subscribe();
        assertThat(pool.snapshot().inFlight()).isOne();

        out.dispose();

        assertThat(cancelled).hasValue(1);
        assertThat(pool.snapshot().inFlight()).isZero();
        assertThat(pool.stats().get(0).failures()).isZero();
    }
}
