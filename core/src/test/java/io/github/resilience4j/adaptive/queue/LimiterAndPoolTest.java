package io.github.resilience4j.adaptive.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.adaptive.keypool.ApiKey;
import io.github.resilience4j.adaptive.keypool.ApiKeyPool;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolConfig;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.outcome.RetryHint;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A stopped limiter and a pool without keys: nothing is lost, nothing costs an attempt. */
class LimiterAndPoolTest {

    private static final ResponseView FORBIDDEN = ResponseView.of(401, Map.of(), "");
    private static final ResponseView FINE = ResponseView.of(200, Map.of(), "");

    private final List<String> done = new CopyOnWriteArrayList<>();
    private final AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of(
            "api",
            AdaptiveRateLimiterConfig.custom()
                    .limitForPeriod(1_000)
                    .limitRefreshPeriod(Duration.ofSeconds(1))
                    .burst(100)
                    .timeoutDuration(Duration.ZERO)
                    .build());
    private final AtomicLong nanos = new AtomicLong();
    private final ApiKeyPool pool = ApiKeyPool.of(
            "maps",
            ApiKeyPoolConfig.ofDefaults(),
            List.of(ApiKey.of("key-1", "abcdefgh"), ApiKey.of("key-2", "ijklmnop")),
            Map.of(),
            nanos::get);
    private RetryQueue<String> queue;

    private void work(RetryQueueConfig.Builder config, QueueHandler<String> handler) {
        queue = RetryQueue.of(
                "orders",
                config.maxAttempts(1)
                        .pollInterval(Duration.ofMillis(5))
                        .refusalDelay(Duration.ofMillis(20))
                        .build(),
                handler);
    }

    @AfterEach
    void close() {
        queue.close();
        limiter.close();
        pool.close();
    }

    private void limited(QueuedWork<String> work) {
        AdaptiveRateLimiter.decorateRunnable(limiter, () -> done.add(work.payload()))
                .run();
    }

    @Test
    void nothingIsTakenWhileALimiterIsStopped() {
        limiter.stop("by hand");
        AtomicInteger asked = new AtomicInteger();
        work(
                RetryQueueConfig.custom().gate(() -> {
                    asked.incrementAndGet();
                    return limiter.closedFor();
                }),
                this::limited);
        queue.submit("a", "a1");
        queue.submit("a", "a2");
        await().until(() -> asked.get() > 5);
        assertThat(limiter.closedFor()).isEqualTo(RetryHint.FOREVER);
        assertThat(queue.snapshot().putBack()).isZero();
        assertThat(limiter.snapshot().rejectedCalls()).isZero();

        limiter.resume();

        await().untilAsserted(() -> assertThat(done).containsExactly("a1", "a2"));
    }

    @Test
    void withoutAGateARefusalPutsBackAtNoCost() {
        limiter.stop("by hand");
        work(RetryQueueConfig.custom(), this::limited);
        queue.submit("a", "a1");
        queue.submit("a", "a2");
        await().until(() -> queue.snapshot().putBack() > 5);
        assertThat(queue.deadLetters(1)).isEmpty();

        limiter.resume();

        await().untilAsserted(() -> assertThat(done).containsExactly("a1", "a2"));
    }

    @Test
    void aPausedLimiterIsClosedForTheRestOfThePause() {
        limiter.pause(Duration.ofMinutes(1));
        assertThat(limiter.closedFor()).isBetween(Duration.ofSeconds(50), Duration.ofMinutes(1));
        limiter.resume();
        assertThat(limiter.closedFor()).isZero();
        work(RetryQueueConfig.custom(), this::limited);
    }

    private void keyed(QueuedWork<String> work, AtomicInteger calls) throws Exception {
        try {
            work.answered(pool.execute(key -> {
                calls.incrementAndGet();
                if (nanos.get() == 0) {
                    return FORBIDDEN;
                }
                done.add(work.payload());
                return FINE;
            }));
        } catch (Exception e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aPoolWithoutKeysPutsBackForAsLongAsItSays() {
        AtomicInteger calls = new AtomicInteger();
        work(RetryQueueConfig.custom(), work -> keyed(work, calls));
        queue.submit("a", "a1");
        await().until(() -> queue.snapshot().putBack() == 1);

        assertThat(calls).hasValue(2);
        assertThat(queue.waiting(1)).singleElement().satisfies(entry -> {
            assertThat(entry.attempts()).isZero();
            assertThat(entry.lastError())
                    .contains("NoAvailableKeyException")
                    .doesNotContain("abcdefgh")
                    .doesNotContain("ijklmnop");
            assertThat(entry.waits()).isBetween(Duration.ofMinutes(59), Duration.ofHours(1));
        });
        assertThat(pool.closedFor()).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void whatWaitsForAPoolIsDoneWhenAKeyIsBack() {
        AtomicInteger calls = new AtomicInteger();
        work(
                RetryQueueConfig.custom().gate(pool::closedFor).maxDelay(Duration.ofMillis(50)),
                work -> keyed(work, calls));
        queue.submit("a", "a1");
        queue.submit("b", "b1");
        await().until(() -> queue.snapshot().putBack() >= 1);
        await().until(() -> queue.waiting(10).stream().noneMatch(it -> it.state() == QueueEntry.State.IN_HAND));
        int before = calls.get();
        await().during(Duration.ofMillis(200)).until(() -> calls.get() == before);

        nanos.set(Duration.ofHours(1).toNanos());

        assertThat(pool.closedFor()).isZero();
        await().untilAsserted(() -> assertThat(done).containsExactlyInAnyOrder("a1", "b1"));
    }

    @Test
    void aPoolWithoutAnyKeyIsClosedForEver() {
        work(RetryQueueConfig.custom(), this::limited);
        pool.remove("key-1");
        pool.remove("key-2");
        assertThat(pool.closedFor()).isEqualTo(RetryHint.FOREVER);
    }
}
