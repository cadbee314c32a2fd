package io.github.resilience4j.adaptive.keypool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolEvent;
import io.github.resilience4j.adaptive.keypool.internal.ManualTime;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.core.exception.AcquirePermissionCancelledException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What calls do when all keys are benched. */
class AllBenchedTest {

    private final ManualTime time = new ManualTime();
    private final Upstream upstream = new Upstream();

    private ApiKeyPool pool(int keys, OnAllBenched onAllBenched) {
        return time.pool(
                "maps", ApiKeyPoolConfig.custom().onAllBenched(onAllBenched).build(), Upstream.keys(keys));
    }

    /** All keys are refused for so long. */
    private ApiKeyPool refused(int keys, OnAllBenched onAllBenched, Duration retryAfter) {
        ApiKeyPool pool = pool(keys, onAllBenched);
        for (ApiKey key : Upstream.keys(keys)) {
            upstream.answer(key.getId(), Answer.tooManyFor(retryAfter));
        }
        assertThatThrownBy(() -> pool.execute(upstream)).isInstanceOf(NoAvailableKeyException.class);
        for (ApiKey key : Upstream.keys(keys)) {
            upstream.answer(key.getId(), Answer.OK);
        }
        upstream.called();
        return pool;
    }

    @Test
    void oneEventUntilACallHasAKeyAgain() throws Throwable {
        ApiKeyPool pool = pool(2, OnAllBenched.FAIL);
        List<ApiKeyPoolEvent.Exhausted> events = new ArrayList<>();
        pool.events().onExhausted(events::add);
        for (int round = 1; round <= 3; round++) {
            upstream.answer("key-1", Answer.TOO_MANY).answer("key-2", Answer.TOO_MANY);
            for (int i = 0; i < 10; i++) {
                assertThatThrownBy(() -> pool.execute(upstream)).isInstanceOf(NoAvailableKeyException.class);
            }
            assertThat(events).hasSize(round);
            upstream.answer("key-1", Answer.OK).answer("key-2", Answer.OK);
            time.advance(Duration.ofSeconds(60));
            pool.execute(upstream);
        }

        assertThat(pool.snapshot().exhaustions()).isEqualTo(3);
        assertThat(pool.snapshot().turnedAway()).isEqualTo(30);
    }

    @Test
    void aHookIsToldOnceAndMayFail() {
        List<ApiKeyPoolEvent.Exhausted> told = Collections.synchronizedList(new ArrayList<>());
        ApiKeyPool pool = time.pool(
                "maps",
                ApiKeyPoolConfig.custom()
                        .onExhausted(event -> {
                            told.add(event);
                            throw new IllegalStateException("no mail server");
                        })
                        .build(),
                Upstream.keys(1));
        upstream.answer("key-1", Answer.UNAUTHORIZED);

        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> pool.execute(upstream)).isInstanceOf(NoAvailableKeyException.class);
        }

        await().until(() -> !told.isEmpty());
        assertThat(told).hasSize(1);
        assertThat(told.get(0).keys())
                .containsExactly(new NoAvailableKeyException.UnavailableKey(
                        "key-1", "AUTH_REJECTED (401)", Duration.ofMinutes(1)));
    }

    @Test
    void keysThatAreOnlyTriedAreNoExhaustion() {
        ApiKeyPool pool = pool(1, OnAllBenched.FAIL);
        upstream.answer("key-1", Answer.tooManyFor(Duration.ZERO));

        NoAvailableKeyException end = catchThrowableOfType(NoAvailableKeyException.class, () -> pool.execute(upstream));

        assertThat(end.retryAfter()).isZero();
        assertThat(end).hasMessageContaining("tried by this call");
        assertThat(pool.snapshot().exhaustions()).isZero();
    }

    @Test
    void aPoolWithoutKeysSaysSo() {
        assertThatThrownBy(() -> pool(0, OnAllBenched.FAIL).execute(upstream))
                .isInstanceOf(NoAvailableKeyException.class)
                .hasMessage("Key pool 'maps' has no keys");
    }

    @Test
    void whoWaitsGetsTheKeyWhenItReturns() throws Exception {
        ApiKeyPool pool = refused(1, OnAllBenched.waitUpTo(Duration.ofMinutes(1)), Duration.ofSeconds(40));
        FutureTask<ResponseView> call = started(pool);
        await().until(() -> pool.snapshot().waiting() == 1);

        time.advance(Duration.ofSeconds(39));
        assertThat(pool.snapshot().waiting()).isOne();
        time.advance(Duration.ofSeconds(1));

        assertThat(call.get(10, TimeUnit.SECONDS).status()).isEqualTo(200);
    }

    @Test
    void whoWaitsWithoutAThreadGetsTheKeyWhenItReturns() throws Exception {
        ApiKeyPool pool = refused(1, OnAllBenched.waitUpTo(Duration.ofMinutes(1)), Duration.ofSeconds(40));
        CompletableFuture<ResponseView> call = pool.executeCompletionStage(
                        lease -> CompletableFuture.completedFuture(upstream.apply(lease)))
                .toCompletableFuture();
        assertThat(pool.snapshot().waiting()).isOne();

        time.advance(Duration.ofSeconds(40));

        assertThat(call.get(10, TimeUnit.SECONDS).status()).isEqualTo(200);
    }

    @Test
    void whoCannotBeServedInTimeIsTurnedAwayAtOnce() {
        ApiKeyPool pool = refused(1, OnAllBenched.waitUpTo(Duration.ofSeconds(39)), Duration.ofSeconds(40));

        assertThatThrownBy(() -> pool.execute(upstream)).isInstanceOf(NoAvailableKeyException.class);
        assertThat(pool.executeCompletionStage(lease -> CompletableFuture.completedFuture(1)))
                .isCompletedExceptionally();
    }

    @Test
    void whoseKeysAreThereButOutOfReachIsTurnedAwayAtOnce() throws Throwable {
        ApiKeyPool pool = pool(1, OnAllBenched.waitUpTo(Duration.ofMinutes(1)));
        upstream.answer("key-1", Answer.of(503, "Retry-After", "120"));
        assertThat(pool.execute(upstream).status()).isEqualTo(503);

        NoAvailableKeyException end = catchThrowableOfType(NoAvailableKeyException.class, () -> pool.execute(upstream));

        assertThat(end).hasMessageContaining("no permit");
        assertThat(end.retryAfter()).isEqualTo(Duration.ofMinutes(2));
        assertThat(pool.executeCompletionStage(lease -> CompletableFuture.completedFuture(1)))
                .isCompletedExceptionally();
    }

    @Test
    void aKeyThatAPersonStoppedIsNotSaidToBeBackAtOnce() {
        ApiKeyPool pool = pool(1, OnAllBenched.FAIL);
        pool.limiter("key-1").orElseThrow().stop("account under review");

        NoAvailableKeyException end = catchThrowableOfType(NoAvailableKeyException.class, () -> pool.execute(upstream));

        assertThat(end.retryAfter()).isGreaterThan(Duration.ofDays(36_500));
    }

    /** Else it would have its turn, find nothing, line up and have its turn, until its time is over. */
    @Test
    void whoWaitsForOneKeyIsNotCalledForAnotherThatIsOutOfReach() throws Exception {
        ApiKeyPool pool = pool(2, OnAllBenched.waitUpTo(Duration.ofMinutes(1)));
        pool.rotation().next().join().onResult(Answer.tooManyFor(Duration.ofSeconds(40)));
        pool.limiter("key-2").orElseThrow().stop("account under review");

        CompletableFuture<KeyRotation.Attempt> waiting = pool.rotation().next();
        assertThat(pool.snapshot().waiting()).isOne();
        time.advance(Duration.ofSeconds(40));

        assertThat(waiting.get(10, TimeUnit.SECONDS).keyId()).isEqualTo("key-1");
    }

    @Test
    void whoHasTriedAllKeysWaitsForNone() {
        ApiKeyPool pool = pool(1, OnAllBenched.waitUpTo(Duration.ofDays(1)));
        upstream.answer("key-1", Answer.TOO_MANY);

        assertThatThrownBy(() -> pool.execute(upstream)).isInstanceOf(NoAvailableKeyException.class);
    }

    @Test
    void allWhoWaitAreServed() throws Exception {
        ApiKeyPool pool = refused(1, OnAllBenched.waitUpTo(Duration.ofDays(3650)), Duration.ofSeconds(40));
        List<Integer> served = Collections.synchronizedList(new ArrayList<>());
        List<CompletableFuture<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            int number = i;
            calls.add(pool.executeCompletionStage(lease -> {
                        served.add(number);
                        return CompletableFuture.completedFuture(number);
                    })
                    .toCompletableFuture());
        }
        assertThat(pool.snapshot().waiting()).isEqualTo(50);

        // Runs faster than the calls can follow: hence the patience of years.
        CountDownLatch over = new CountDownLatch(1);
        Thread clock = new Thread(() -> {
            while (over.getCount() > 0) {
                time.advance(Duration.ofMillis(100));
                Thread.onSpinWait();
            }
        });
        time.advance(Duration.ofSeconds(40));
        clock.start();
        try {
            CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
        } finally {
            over.countDown();
            clock.join();
        }

        assertThat(served).hasSize(50).doesNotHaveDuplicates();
        assertThat(pool.snapshot().waiting()).isZero();
    }

    @Test
    void aCallThatHasTriedTheKeyThatReturnsLetsOthersPass() throws Exception {
        ApiKeyPool pool = pool(2, OnAllBenched.waitUpTo(Duration.ofHours(2)));
        KeyRotation picky = pool.rotation();
        KeyRotation.Attempt first = picky.next().join();
        pool.rotation().next().join().onResult(Answer.UNAUTHORIZED);
        assertThat(first.onResult(Answer.tooManyFor(Duration.ofSeconds(40)))).isTrue();
        CompletableFuture<KeyRotation.Attempt> waiting = picky.next();
        CompletableFuture<KeyRotation.Attempt> behind = pool.rotation().next();
        assertThat(pool.snapshot().waiting()).isEqualTo(2);

        time.advance(Duration.ofSeconds(40));

        assertThat(behind.get(10, TimeUnit.SECONDS).keyId()).isEqualTo(first.keyId());
        assertThat(waiting).isNotDone();
        waiting.cancel(false);
        await().until(() -> pool.snapshot().waiting() == 0);
    }

    @Test
    void whoIsInterruptedLeavesTheLineAndKeepsTheFlag() throws Exception {
        ApiKeyPool pool = refused(1, OnAllBenched.waitUpTo(Duration.ofHours(1)), Duration.ofSeconds(40));
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread caller = caller(pool, end);
        await().until(() -> pool.snapshot().waiting() == 1);

        caller.interrupt();
        caller.join(10_000);

        assertThat(end.get()).isInstanceOf(AcquirePermissionCancelledException.class);
        assertThat(pool.snapshot().waiting()).isZero();
    }

    @Test
    void whoHasHadItsTurnAndIsInterruptedAtTheLimiterTakesNoPermit() throws Exception {
        ApiKeyPool pool = refused(1, OnAllBenched.waitUpTo(Duration.ofHours(1)), Duration.ofSeconds(40));
        AdaptiveRateLimiter limiter = pool.limiter("key-1").orElseThrow();
        FutureTask<ResponseView> first = started(pool);
        await().until(() -> pool.snapshot().waiting() == 1);
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread caller = caller(pool, end);
        await().until(() -> pool.snapshot().waiting() == 2);
        time.advance(Duration.ofSeconds(40));
        assertThat(first.get(10, TimeUnit.SECONDS).status()).isEqualTo(200);
        await().until(() -> limiter.snapshot().waiting() == 1);

        caller.interrupt();
        caller.join(10_000);

        assertThat(end.get()).isInstanceOf(AcquirePermissionCancelledException.class);
        assertThat(limiter.snapshot().waiting()).isZero();
        assertThat(limiter.snapshot().inFlight()).isZero();
        assertThat(pool.snapshot().inFlight()).isZero();
    }

    /** Calls, and keeps the flag if it is interrupted. */
    private Thread caller(ApiKeyPool pool, AtomicReference<Throwable> end) {
        Thread caller = new Thread(() -> {
            Throwable thrown = catchThrowable(() -> pool.execute(upstream));
            end.set(Thread.currentThread().isInterrupted() ? thrown : new AssertionError("no flag", thrown));
        });
        caller.start();
        return caller;
    }

    @Test
    void closingTurnsAwayAllWhoWait() throws Exception {
        ApiKeyPool pool = refused(1, OnAllBenched.waitUpTo(Duration.ofHours(1)), Duration.ofSeconds(40));
        FutureTask<ResponseView> call = started(pool);
        CompletableFuture<Integer> stage = pool.executeCompletionStage(lease -> CompletableFuture.completedFuture(1))
                .toCompletableFuture();
        await().until(() -> pool.snapshot().waiting() == 2);

        pool.close();

        assertThatThrownBy(() -> call.get(10, TimeUnit.SECONDS))
                .hasCauseInstanceOf(NoAvailableKeyException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> stage.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(NoAvailableKeyException.class);
        assertThatThrownBy(() -> pool.execute(upstream)).isInstanceOf(NoAvailableKeyException.class);
    }

    @Test
    void leastRecentTakesTheKeyWhoseBenchBeganFirst() throws Throwable {
        ApiKeyPool pool = pool(3, OnAllBenched.LEAST_RECENT);
        for (ApiKey key : Upstream.keys(3)) {
            upstream.answer(key.getId(), Answer.UNAUTHORIZED);
        }
        KeyRotation.Attempt one = pool.rotation().next().join();
        one.onResult(Answer.UNAUTHORIZED);
        time.advance(Duration.ofSeconds(1));
        pool.rotation().next().join().onResult(Answer.UNAUTHORIZED);
        time.advance(Duration.ofSeconds(1));
        pool.rotation().next().join().onResult(Answer.UNAUTHORIZED);
        assertThat(pool.snapshot().benchedKeys()).isEqualTo(3);
        Upstream.keys(3).forEach(key -> upstream.answer(key.getId(), Answer.OK));

        assertThat(pool.execute(upstream).status()).isEqualTo(200);

        assertThat(upstream.called()).containsExactly(one.keyId());
        assertThat(pool.snapshot().benchedKeys()).isEqualTo(3);
    }

    @Test
    void leastRecentDoesNotKnockWhereItWasToldToStayAway() {
        ApiKeyPool pool = pool(1, OnAllBenched.LEAST_RECENT);
        upstream.answer("key-1", Answer.tooManyFor(Duration.ofSeconds(40)));
        assertThatThrownBy(() -> pool.execute(upstream)).isInstanceOf(NoAvailableKeyException.class);

        assertThatThrownBy(() -> pool.execute(upstream)).isInstanceOf(NoAvailableKeyException.class);

        assertThat(upstream.called()).hasSize(1);
    }

    @Test
    void leastRecentTriesEachKeyOnceACall() {
        ApiKeyPool pool = pool(3, OnAllBenched.LEAST_RECENT);
        Upstream.keys(3).forEach(key -> upstream.answer(key.getId(), Answer.UNAUTHORIZED));

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> pool.execute(upstream)).isInstanceOf(NoAvailableKeyException.class);
            assertThat(upstream.called()).containsExactlyInAnyOrder("key-1", "key-2", "key-3");
        }
    }

    private FutureTask<ResponseView> started(ApiKeyPool pool) {
        FutureTask<ResponseView> call = new FutureTask<>(() -> {
            try {
                return pool.execute(upstream);
            } catch (Exception | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        new Thread(call).start();
        return call;
    }
}
