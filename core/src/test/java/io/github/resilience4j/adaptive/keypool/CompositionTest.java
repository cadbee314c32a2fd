package io.github.resilience4j.adaptive.keypool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.resilience4j.adaptive.coalesce.CoalescedCallException;
import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.CoalescerConfig;
import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolEvent;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.retry.RetryAfterAwareCircuitBreaker;
import io.github.resilience4j.adaptive.retry.RetryAfterAwareRetry;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.core.functions.CheckedFunction;
import io.github.resilience4j.retry.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** coalesce, retry, breaker, pool, the key's limiter, the call: in this order. */
class CompositionTest {

    private final Upstream upstream = new Upstream();
    private final AtomicInteger attempts = new AtomicInteger();
    private final Retry retry = Retry.of(
            "maps",
            RetryAfterAwareRetry.<ResponseView>custom()
                    .maxAttempts(3)
                    .backoff(IntervalFunction.of(1))
                    .build());
    private final CircuitBreaker breaker =
            CircuitBreaker.of("maps", RetryAfterAwareCircuitBreaker.custom().build());
    private final Coalescer<String, ResponseView> coalescer = Coalescer.of("maps", CoalescerConfig.ofDefaults());
    private final List<ApiKeyPoolEvent.Exhausted> exhausted = new ArrayList<>();

    private ResponseView call(ApiKeyPool pool, CheckedFunction<ApiKeyLease, ResponseView> call) {
        Callable<ResponseView> counted = () -> {
            attempts.incrementAndGet();
            return ApiKeyPool.decorateCallable(pool, call).call();
        };
        Callable<ResponseView> guarded = CircuitBreaker.decorateCallable(breaker, counted);
        return coalescer.get("/geo?q=1", Retry.decorateCallable(retry, guarded));
    }

    private ApiKeyPool pool(int keys) {
        ApiKeyPool pool = ApiKeyPool.of("maps", ApiKeyPoolConfig.ofDefaults(), Upstream.keys(keys));
        pool.events().onExhausted(exhausted::add);
        return pool;
    }

    /** K3: nine keys of ten are refused, and the retry does not notice. */
    @Test
    void nineRefusedKeysOfTenCostNoAttempt() {
        ApiKeyPool pool = pool(10);
        for (int i = 1; i < 10; i++) {
            upstream.answer("key-" + i, Answer.TOO_MANY);
        }

        assertThat(call(pool, upstream).status()).isEqualTo(200);

        assertThat(upstream.called()).hasSize(10).endsWith("key-10");
        assertThat(attempts).hasValue(1);
        assertThat(retry.getMetrics().getNumberOfSuccessfulCallsWithoutRetryAttempt())
                .isOne();
        assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isZero();
    }

    /** K4: nothing is retried, the breaker hears nothing, the caller learns when to come back. */
    @Test
    void whenAllAreBenchedNothingIsRetriedAndTheBreakerHearsNothing() {
        ApiKeyPool pool = pool(3);
        upstream.answer("key-1", Answer.tooManyFor(Duration.ofSeconds(90)))
                .answer("key-2", Answer.tooManyFor(Duration.ofSeconds(30)))
                .answer("key-3", Answer.UNAUTHORIZED);

        Throwable first = catchThrowable(() -> call(pool, upstream));
        Throwable second = catchThrowable(() -> call(pool, upstream));

        assertThat(List.of(first, second))
                .allSatisfy(end -> assertThat(end)
                        .isInstanceOf(CoalescedCallException.class)
                        .cause()
                        .isInstanceOfSatisfying(
                                NoAvailableKeyException.class,
                                refusal -> assertThat(refusal.retryAfter())
                                        .isBetween(Duration.ofSeconds(20), Duration.ofSeconds(30))));
        assertThat(attempts).hasValue(2);
        assertThat(upstream.called()).hasSize(3);
        assertThat(breaker.getMetrics().getNumberOfBufferedCalls()).isZero();
        assertThat(breaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
        assertThat(exhausted).hasSize(1);
    }

    @Test
    void aServerInTroubleIsRetriedAndTheBreakerHearsOfIt() {
        ApiKeyPool pool = pool(3);
        AtomicInteger calls = new AtomicInteger();

        ResponseView answer = call(pool, lease -> calls.incrementAndGet() == 1 ? Answer.ERROR : Answer.OK);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(attempts).hasValue(2);
        assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isOne();
        assertThat(pool.snapshot().benchedKeys()).isZero();
    }

    /** The copy without the secret still carries the status that the retry goes by. */
    @Test
    void anExceptionThatWasCleanedIsRetriedAsTheOriginalWouldBe() {
        ApiKeyPool pool = pool(3);
        AtomicInteger calls = new AtomicInteger();

        ResponseView answer = call(pool, lease -> {
            if (calls.incrementAndGet() == 1) {
                throw new Answer.Thrown(Answer.of(502), "502 of /geo?key=" + lease.secret());
            }
            return Answer.OK;
        });

        assertThat(answer.status()).isEqualTo(200);
        assertThat(attempts).hasValue(2);
    }

    @Test
    void fiftyEqualCallsTakeOneKey() throws Exception {
        ApiKeyPool pool = pool(3);
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            Thread caller = new Thread(() -> call(pool, lease -> {
                while (coalescer.snapshot().waiting() < 50) {
                    Thread.onSpinWait();
                }
                return upstream.apply(lease);
            }));
            callers.add(caller);
            caller.start();
        }
        for (Thread caller : callers) {
            caller.join(20_000);
        }

        assertThat(upstream.called()).hasSize(1);
    }
}
