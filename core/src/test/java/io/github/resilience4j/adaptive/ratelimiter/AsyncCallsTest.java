package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.adaptive.Slow;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Calls that wait without a thread: re-checked when they fire, cancelled without a trace, in order. */
@Slow
class AsyncCallsTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    private static <T> CompletableFuture<T> call(AdaptiveRateLimiter limiter, CompletionStage<T> answer) {
        return AdaptiveRateLimiter.decorateCompletionStage(limiter, () -> answer)
                .get()
                .toCompletableFuture();
    }

    @Test
    void aCallThatMayLeaveLeavesAtOnceAndIsFollowedToItsEnd() {
        AdaptiveRateLimiter limiter = Limiters.perSecond(10, 1);
        CompletableFuture<Reply> answer = new CompletableFuture<>();

        CompletableFuture<Reply> result = call(limiter, answer);
        assertThat(limiter.snapshot().inFlight()).isEqualTo(1);
        answer.complete(Reply.tooManyFor(Duration.ofSeconds(7)));

        assertThat(result).isCompleted();
        assertThat(limiter.snapshot().inFlight()).isZero();
        assertThat(limiter.snapshot().state()).isEqualTo(State.PAUSED);
    }

    @Test
    void failuresArePassedOnAndCounted() {
        AdaptiveRateLimiter limiter = Limiters.perSecond(10, 2);

        assertThat(call(limiter, CompletableFuture.failedFuture(new IOException("broken"))))
                .failsWithin(SOON)
                .withThrowableThat()
                .withCauseInstanceOf(IOException.class);
        CompletionStage<String> thrown = limiter.executeCompletionStage(() -> {
            throw new IllegalStateException("no stage");
        });

        assertThat(thrown.toCompletableFuture()).isCompletedExceptionally();
        assertThat(limiter.snapshot().consecutiveFailures()).isEqualTo(2);
        assertThat(limiter.snapshot().inFlight()).isZero();
    }

    @Test
    void manyWaitInOrderWithoutAThreadEach() {
        AdaptiveRateLimiter limiter = Limiters.perSecond(1000, 1);
        assertThat(limiter.reservePermission(1000)).isNotNegative();
        int threads = Thread.activeCount();
        ConcurrentLinkedQueue<Integer> order = new ConcurrentLinkedQueue<>();
        List<CompletableFuture<Void>> calls = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            int number = i;
            calls.add(limiter.executeCompletionStage(() -> {
                        order.add(number);
                        return CompletableFuture.<Void>completedFuture(null);
                    })
                    .toCompletableFuture());
        }
        assertThat(Thread.activeCount() - threads).isLessThan(10);

        assertThat(CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)))
                .succeedsWithin(SOON);

        List<Integer> left = List.copyOf(order);
        assertThat(left).hasSize(500);
        for (int place = 0; place < left.size(); place++) {
            assertThat(left.get(place)).as("but for who runs first on the pool").isBetween(place - 10, place + 10);
        }
        assertThat(limiter.snapshot().waiting()).isZero();
    }

    @Test
    void aHundredThousandWaitersLeaveNothingBehindWhenRefused() {
        AdaptiveRateLimiter limiter = Limiters.exhausted();
        List<CompletableFuture<Permit>> waiters = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            waiters.add(limiter.acquireAsync(1, Duration.ofDays(100_000)));
        }
        assertThat(limiter.snapshot().waiting()).isEqualTo(100_000);

        limiter.close();

        assertThat(waiters)
                .allSatisfy(waiter -> assertThat(waiter)
                        .failsWithin(SOON)
                        .withThrowableThat()
                        .withCauseInstanceOf(RequestNotPermitted.class));
        assertThat(limiter.snapshot().waiting()).isZero();
    }

    @Test
    void whoCannotBeServedInTimeFailsAtOnce() {
        AdaptiveRateLimiter limiter = Limiters.exhausted();

        CompletableFuture<Permit> refused = limiter.acquireAsync(1, Duration.ofMinutes(59));

        assertThat(refused).isCompletedExceptionally();
        assertThat(limiter.snapshot().rejectedCalls()).isEqualTo(1);
    }

    @Test
    void aCancelledWaiterIsNeverCalledAndTakesNothing() {
        AdaptiveRateLimiter limiter = Limiters.exhausted();
        AtomicInteger called = new AtomicInteger();
        CompletableFuture<String> first = limiter.executeCompletionStage(() -> {
                    called.incrementAndGet();
                    return CompletableFuture.completedFuture("first");
                })
                .toCompletableFuture();
        CompletableFuture<String> second = call(limiter, CompletableFuture.completedFuture("second"));
        assertThat(limiter.snapshot().waiting()).isEqualTo(2);

        first.cancel(true);
        assertThat(limiter.snapshot().waiting()).isEqualTo(1);
        limiter.changeLimitForPeriod(36_000);

        assertThat(second).succeedsWithin(SOON).isEqualTo("second");
        assertThat(called).hasValue(0);
        assertThat(limiter.snapshot().inFlight()).as("that which exhausted it").isEqualTo(1);
    }

    @Test
    void aTimeoutOfTheCallersOwnEndsItsWait() {
        AdaptiveRateLimiter limiter = Limiters.exhausted();

        CompletableFuture<Permit> impatient =
                limiter.acquireAsync(1, Duration.ofDays(1)).orTimeout(20, TimeUnit.MILLISECONDS);

        await().atMost(SOON).until(() -> limiter.snapshot().waiting() == 0);
        assertThat(impatient).isCompletedExceptionally();
    }

    @Test
    void aCallCancelledAfterItWasSentIsCancelledAndGivesNothingBack() {
        AdaptiveRateLimiter limiter = Limiters.perSecond(1, 1);
        CompletableFuture<String> answer = new CompletableFuture<>();
        CompletableFuture<String> result = call(limiter, answer);

        result.cancel(true);

        assertThat(answer).isCancelled();
        assertThat(limiter.snapshot().inFlight()).isZero();
        assertThat(limiter.snapshot().consecutiveFailures()).isZero();
        assertThat(limiter.tryAcquirePermission()).isPositive();
    }

    @Test
    void permitsThatComeTooLateGoBack() {
        AdaptiveRateLimiter limiter = Limiters.perSecond(1_000_000, 100);
        for (int round = 0; round < 2_000; round++) {
            CompletableFuture<Permit> permit = limiter.acquireAsync(1, Duration.ofSeconds(1));
            permit.cancel(false);
            if (!permit.isCancelled()) {
                permit.join().onError(new CancellationException());
            }
        }

        await().atMost(SOON).until(() -> limiter.snapshot().inFlight() == 0);
        await().atMost(SOON).until(() -> limiter.getMetrics().getAvailablePermissions() == 100);
        assertThat(limiter.snapshot().waiting()).isZero();
    }

    @Test
    void aPauseThatBeganMeanwhileHoldsThem() {
        AdaptiveRateLimiter limiter = Limiters.perSecond(100, 1);
        assertThat(limiter.reservePermission(50)).isNotNegative();
        List<CompletableFuture<Permit>> waiters = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            waiters.add(limiter.acquireAsync(1, Duration.ofSeconds(30)));
        }
        long refusedAt = System.nanoTime();
        limiter.onResult(Reply.tooManyFor(Duration.ofSeconds(1)));

        Permit probe = waiters.get(0).join();
        assertThat(System.nanoTime() - refusedAt).isGreaterThanOrEqualTo(1_000_000_000L);
        assertThat(limiter.snapshot().state()).isEqualTo(State.PROBING);
        await().during(Duration.ofMillis(200))
                .until(() -> waiters.stream().filter(CompletableFuture::isDone).count() == 1);
        probe.onResult(Reply.OK);

        assertThat(CompletableFuture.allOf(waiters.toArray(CompletableFuture[]::new)))
                .succeedsWithin(SOON);
    }

    @Test
    void threadsAndStagesShareOneLine() {
        AdaptiveRateLimiter limiter = Limiters.exhausted();
        CompletableFuture<Permit> first = limiter.acquireAsync(1, Duration.ofDays(1));
        CompletableFuture<Boolean> second =
                CompletableFuture.supplyAsync(limiter::acquirePermission, task -> new Thread(task).start());
        await().until(() -> limiter.snapshot().waiting() == 2);

        limiter.changeLimitForPeriod(36_000);

        assertThat(first).succeedsWithin(SOON);
        assertThat(second).succeedsWithin(SOON).isEqualTo(true);
    }
}
