package io.github.resilience4j.adaptive.keypool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.adaptive.keypool.internal.ManualTime;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.core.exception.AcquirePermissionCancelledException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Not benched, then the soonest permit, then the fewest in flight, then the next in the round. */
class SelectionTest {

    private final ManualTime time = new ManualTime();
    private final Upstream upstream = new Upstream();

    private static ApiKeyPoolConfig.Builder oneAMinute() {
        return ApiKeyPoolConfig.custom()
                .limiterConfig(AdaptiveRateLimiterConfig.custom()
                        .limitForPeriod(1)
                        .timeoutDuration(Duration.ZERO)
                        .build());
    }

    private String next(ApiKeyPool pool) {
        return pool.rotation().next().join().keyId();
    }

    @Test
    void keysTakeTurns() throws Throwable {
        ApiKeyPool pool = time.pool("maps", ApiKeyPoolConfig.ofDefaults(), Upstream.keys(3));

        for (int i = 0; i < 6; i++) {
            pool.execute(upstream);
        }

        assertThat(upstream.called()).containsExactly("key-1", "key-2", "key-3", "key-1", "key-2", "key-3");
    }

    @Test
    void theOneWithFewestInFlightComesFirst() {
        ApiKeyPool pool = time.pool("maps", ApiKeyPoolConfig.ofDefaults(), Upstream.keys(3));
        List<KeyRotation.Attempt> out = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            out.add(pool.rotation().next().join());
        }

        out.get(4).onResult(Answer.OK);

        assertThat(next(pool)).isEqualTo(out.get(4).keyId());
        assertThat(pool.snapshot().inFlight()).isEqualTo(9);
    }

    @Test
    void weightsShareCallsEvenly() throws Throwable {
        ApiKeyPool pool = time.pool(
                "maps",
                ApiKeyPoolConfig.ofDefaults(),
                List.of(ApiKey.of("a", "alpha-secret").withWeight(3), ApiKey.of("b", "bravo-secret")));

        for (int i = 0; i < 8; i++) {
            pool.execute(upstream);
        }

        List<String> called = upstream.called();
        assertThat(Collections.frequency(called, "a")).isEqualTo(6);
        assertThat(called.subList(0, 4)).containsExactly("a", "a", "b", "a");
    }

    @Test
    void weightsCountInFlightToo() {
        ApiKeyPool pool = time.pool(
                "maps",
                ApiKeyPoolConfig.ofDefaults(),
                List.of(ApiKey.of("a", "alpha-secret").withWeight(3), ApiKey.of("b", "bravo-secret")));
        List<String> taken = new ArrayList<>();

        for (int i = 0; i < 40; i++) {
            taken.add(next(pool));
        }

        assertThat(Collections.frequency(taken, "a")).isEqualTo(30);
    }

    @Test
    void aKeyWithAPermitComesBeforeOneWithout() throws Throwable {
        ApiKeyPool pool = time.pool("maps", oneAMinute().build(), Upstream.keys(3));

        for (int i = 0; i < 3; i++) {
            pool.execute(upstream);
        }

        assertThat(upstream.called()).containsExactly("key-1", "key-2", "key-3");
    }

    @Test
    void withoutAnyPermitTheSoonestIsTold() throws Throwable {
        ApiKeyPool pool = time.pool("maps", oneAMinute().build(), Upstream.keys(2));
        pool.execute(upstream);
        time.advance(Duration.ofSeconds(20));
        pool.execute(upstream);

        NoAvailableKeyException end = catchThrowableOfType(NoAvailableKeyException.class, () -> pool.execute(upstream));

        assertThat(end).hasMessageContaining("no permit");
        assertThat(end.retryAfter()).isBetween(Duration.ofSeconds(15), Duration.ofMinutes(1));
        assertThat(pool.snapshot().exhaustions()).isZero();
    }

    @Test
    void whoIsTurnedAwayTakesNoPermit() throws Throwable {
        ApiKeyPool pool = time.pool("maps", oneAMinute().build(), Upstream.keys(1));
        pool.execute(upstream);

        for (int i = 0; i < 100; i++) {
            assertThatThrownBy(() -> pool.execute(upstream)).isInstanceOf(NoAvailableKeyException.class);
        }

        time.advance(Duration.ofSeconds(61));
        assertThat(pool.execute(upstream).status()).isEqualTo(200);
    }

    @Test
    void whatWasNeverSentGivesItsPermitBack() {
        ApiKeyPool pool = time.pool("maps", oneAMinute().build(), Upstream.keys(1));

        for (int i = 0; i < 10; i++) {
            KeyRotation.Attempt attempt = pool.rotation().next().join();
            attempt.release();
            attempt.release();
        }

        assertThat(pool.stats("key-1").orElseThrow().calls()).isZero();
        assertThat(pool.snapshot().inFlight()).isZero();
    }

    @Test
    void aPermitOfAKeyThatIsBenchedMeanwhileGoesBack() throws Exception {
        ApiKeyPool pool = ApiKeyPool.of(
                "maps",
                ApiKeyPoolConfig.custom()
                        .limiterConfig(AdaptiveRateLimiterConfig.custom()
                                .limitForPeriod(10)
                                .limitRefreshPeriod(Duration.ofSeconds(1))
                                .timeoutDuration(Duration.ofSeconds(30))
                                .build())
                        .build(),
                Upstream.keys(1));
        KeyRotation.Attempt out = pool.rotation().next().join();
        var waiting = pool.rotation().next();
        assertThat(waiting).isNotDone();

        out.onResult(Answer.UNAUTHORIZED);

        assertThatThrownBy(() -> waiting.get(10, java.util.concurrent.TimeUnit.SECONDS))
                .hasCauseInstanceOf(NoAvailableKeyException.class);
        assertThat(pool.stats("key-1").orElseThrow().calls()).isOne();
        assertThat(pool.limiter("key-1").orElseThrow().snapshot().inFlight()).isZero();
    }

    @Test
    void whoWaitsForAPermitGetsOne() throws Throwable {
        ApiKeyPool pool = ApiKeyPool.of(
                "maps",
                ApiKeyPoolConfig.custom()
                        .limiterConfig(AdaptiveRateLimiterConfig.custom()
                                .limitForPeriod(20)
                                .limitRefreshPeriod(Duration.ofSeconds(1))
                                .build())
                        .build(),
                Upstream.keys(2));

        for (int i = 0; i < 6; i++) {
            assertThat(pool.execute(upstream).status()).isEqualTo(200);
        }

        assertThat(upstream.called()).contains("key-1", "key-2");
    }

    @Test
    void whoIsInterruptedWhileItWaitsForAPermitTakesNone() throws Throwable {
        ApiKeyPool pool = time.pool(
                "maps",
                ApiKeyPoolConfig.custom()
                        .limiterConfig(AdaptiveRateLimiterConfig.custom()
                                .limitForPeriod(1)
                                .timeoutDuration(Duration.ofHours(1))
                                .build())
                        .build(),
                Upstream.keys(1));
        pool.execute(upstream);
        AdaptiveRateLimiter limiter = pool.limiter("key-1").orElseThrow();
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread caller = new Thread(() -> {
            Throwable thrown = catchThrowable(() -> pool.execute(upstream));
            end.set(Thread.currentThread().isInterrupted() ? thrown : new AssertionError("no flag", thrown));
        });
        caller.start();
        await().until(() -> limiter.snapshot().waiting() == 1);

        caller.interrupt();
        caller.join(10_000);

        assertThat(end.get()).isInstanceOf(AcquirePermissionCancelledException.class);
        time.advance(Duration.ofMinutes(1));
        assertThat(pool.execute(upstream).status()).isEqualTo(200);
        assertThat(pool.stats("key-1").orElseThrow().calls()).isEqualTo(2);
    }

    @Test
    void aStrategyOfOnesOwnIsAsked() throws Throwable {
        KeySelection lastFirst = keys -> {
            for (int place = keys.size() - 1; place >= 0; place--) {
                if (keys.isEligible(place)) {
                    return place;
                }
            }
            return KeySelection.NONE;
        };
        ApiKeyPool pool = time.pool("maps", oneAMinute().selection(lastFirst).build(), Upstream.keys(3));

        // It does not look at permits: then the soonest of the others counts.
        for (int i = 0; i < 3; i++) {
            pool.execute(upstream);
        }

        assertThat(upstream.called()).startsWith("key-3").contains("key-1", "key-2");
    }

    @Test
    void whomAStrategyDoesNotWantIsNotWaitedFor() {
        AtomicInteger questions = new AtomicInteger();
        KeySelection picky = keys -> {
            questions.incrementAndGet();
            return KeySelection.NONE;
        };
        ApiKeyPool pool = time.pool(
                "maps",
                ApiKeyPoolConfig.custom()
                        .selection(picky)
                        .onAllBenched(OnAllBenched.waitUpTo(Duration.ofHours(1)))
                        .build(),
                Upstream.keys(3));

        assertThatThrownBy(() -> pool.execute(upstream)).isInstanceOf(NoAvailableKeyException.class);
        assertThat(pool.rotation().next()).isCompletedExceptionally();

        assertThat(questions.get()).isLessThan(10);
    }

    @Test
    void whomAStrategyDoesNotWantIsNoReasonToMissAKeyThatReturns() throws Exception {
        KeySelection onlyTheFirst = keys -> keys.isEligible(0) && keys.keyId(0).equals("key-1") ? 0 : KeySelection.NONE;
        ApiKeyPool pool = time.pool(
                "maps",
                ApiKeyPoolConfig.custom()
                        .selection(onlyTheFirst)
                        .onAllBenched(OnAllBenched.waitUpTo(Duration.ofHours(1)))
                        .build(),
                Upstream.keys(2));
        pool.rotation().next().join().onResult(Answer.TOO_MANY);

        CompletableFuture<KeyRotation.Attempt> waiting = pool.rotation().next();
        assertThat(waiting).isNotDone();
        time.advance(Duration.ofMinutes(1));

        assertThat(waiting.get(10, TimeUnit.SECONDS).keyId()).isEqualTo("key-1");
    }

    @Test
    void aStrategyThatChoosesWhatIsNotThereIsNamed() {
        ApiKeyPool pool =
                time.pool("maps", ApiKeyPoolConfig.custom().selection(keys -> 7).build(), Upstream.keys(3));

        assertThatThrownBy(() -> pool.execute(upstream))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("chose place 7 of 3");
    }

    @Test
    void aStrategyThatChoosesABenchedKeyIsNamed() {
        ApiKeyPool pool =
                time.pool("maps", ApiKeyPoolConfig.custom().selection(keys -> 0).build(), Upstream.keys(3));
        pool.rotation().next().join().onResult(Answer.UNAUTHORIZED);

        assertThatThrownBy(() -> pool.execute(upstream))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("chose place 0 of 3");
    }

    @Test
    void aThousandKeysAreOnePool() throws Throwable {
        ApiKeyPool pool = time.pool("maps", ApiKeyPoolConfig.ofDefaults(), Upstream.keys(1_000));
        for (int i = 1; i < 1_000; i++) {
            upstream.answer("key-" + i, Answer.UNAUTHORIZED);
        }

        assertThat(pool.execute(upstream).status()).isEqualTo(200);

        assertThat(upstream.called()).hasSize(1_000).doesNotHaveDuplicates();
        assertThat(pool.snapshot().benchedKeys()).isEqualTo(999);
    }
}
