package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.adaptive.Slow;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Cases L6, L11, L23, L27: threads that wait, on a real clock. */
@Slow
class WaitingTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final List<Thread> threads = new ArrayList<>();

    @AfterEach
    void nobodyIsLeftBehind() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join(LONG.toMillis());
            assertThat(thread.isAlive()).isFalse();
        }
    }

    private Thread start(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
        return thread;
    }

    private CompletableFuture<Boolean> waiterOn(AdaptiveRateLimiter limiter) {
        CompletableFuture<Boolean> granted = new CompletableFuture<>();
        int waiting = limiter.snapshot().waiting();
        start(() -> granted.complete(limiter.acquirePermission()));
        await().until(() -> limiter.snapshot().waiting() == waiting + 1);
        return granted;
    }

    @Test
    void waitersAreServedInTheOrderTheyCame() {
        AdaptiveRateLimiter limiter = Limiters.perSecond(20, 1);
        assertThat(limiter.acquirePermission(20)).isTrue();
        ConcurrentLinkedQueue<Integer> order = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 10; i++) {
            int number = i;
            start(() -> {
                if (limiter.acquirePermission()) {
                    order.add(number);
                }
            });
            await().pollInterval(Duration.ofMillis(1))
                    .until(() -> limiter.snapshot().waiting() == number + 1);
        }

        await().atMost(LONG).until(() -> order.size() == 10);

        assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    @Test
    void whoeverComesWhileOthersWaitDoesNotOvertakeThem() {
        AdaptiveRateLimiter limiter = Limiters.exhausted();
        CompletableFuture<Boolean> first = waiterOn(limiter);

        assertThat(limiter.tryAcquirePermission())
                .isGreaterThan(Duration.ofMinutes(119).toNanos());
        assertThat(limiter.tryAcquire(1)).isEmpty();
        assertThat(limiter.background().acquirePermission()).isFalse();
        assertThat(limiter.reservePermission())
                .isGreaterThan(Duration.ofMinutes(119).toNanos());
        CompletableFuture<Boolean> second = waiterOn(limiter);

        limiter.changeLimitForPeriod(72_000);
        assertThat(first).succeedsWithin(LONG).isEqualTo(true);
        assertThat(second).succeedsWithin(LONG).isEqualTo(true);
        assertThat(limiter.snapshot().waiting()).isZero();
    }

    @Test
    void anInterruptedWaiterKeepsItsFlagAndLosesNoPermit() throws InterruptedException {
        AdaptiveRateLimiter limiter = Limiters.exhausted();
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        Thread interrupted = start(() -> flag.complete(
                !limiter.acquirePermission() && Thread.currentThread().isInterrupted()));
        await().until(() -> limiter.snapshot().waiting() == 1);
        CompletableFuture<Boolean> next = waiterOn(limiter);

        interrupted.interrupt();

        assertThat(flag).succeedsWithin(LONG).isEqualTo(true);
        assertThat(limiter.snapshot().waiting()).isEqualTo(1);
        assertThat(limiter.getMetrics().getAvailablePermissions()).isZero();
        limiter.changeLimitForPeriod(36_000);
        assertThat(next).succeedsWithin(LONG).isEqualTo(true);
    }

    @Test
    void nobodyLeavesInAPauseThatBeganWhileTheyWaitedThenOneThenAllPaced() {
        AdaptiveRateLimiter limiter = Limiters.perSecond(50, 1);
        assertThat(limiter.acquirePermission(50)).isTrue();
        ConcurrentLinkedQueue<Long> left = new ConcurrentLinkedQueue<>();
        CountDownLatch probeMayAnswer = new CountDownLatch(1);
        AtomicInteger started = new AtomicInteger();
        for (int i = 0; i < 10; i++) {
            start(() -> limiter.executeRunnable(() -> {
                left.add(System.nanoTime());
                if (started.incrementAndGet() == 1) {
                    awaitQuietly(probeMayAnswer);
                }
            }));
        }
        await().until(() -> limiter.snapshot().waiting() == 10);

        long refusedAt = System.nanoTime();
        limiter.onResult(Reply.tooManyFor(Duration.ofMillis(1500)));
        await().atMost(LONG).until(() -> !left.isEmpty());
        assertThat(left.peek() - refusedAt).isGreaterThanOrEqualTo(1_500_000_000L);
        assertThat(limiter.snapshot().state()).isEqualTo(State.PROBING);
        await().during(Duration.ofMillis(300)).until(() -> left.size() == 1);
        probeMayAnswer.countDown();

        await().atMost(LONG).until(() -> left.size() == 10);
        List<Long> times = List.copyOf(left);
        long paced = times.get(9) - times.get(1);
        assertThat(paced).as("eight calls at half of 50/s").isGreaterThan(250_000_000L);
    }

    @Test
    void waitersWhoCannotOutlastAPauseAreRefusedWhenItBegins() {
        AdaptiveRateLimiter limiter = Limiters.perSecond(5, 1);
        for (int i = 0; i < 10; i++) {
            assertThat(limiter.reservePermission(5)).isNotNegative();
        }
        List<CompletableFuture<Boolean>> waiters = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            waiters.add(waiterOn(limiter));
        }

        limiter.onResult(Reply.tooManyFor(Duration.ofSeconds(63_160)));

        for (CompletableFuture<Boolean> waiter : waiters) {
            assertThat(waiter).succeedsWithin(Duration.ofSeconds(5)).isEqualTo(false);
        }
        assertThat(limiter.snapshot().waiting()).isZero();
        assertThat(limiter.snapshot().rejectedCalls()).isEqualTo(10);
    }

    @Test
    void aWaiterIsServedWhenAPersonResumes() {
        AdaptiveRateLimiter limiter = Limiters.perSecond(1000, 1);
        limiter.pause(Duration.ofSeconds(29));
        CompletableFuture<Boolean> waiter = waiterOn(limiter);

        limiter.resume();

        assertThat(waiter).succeedsWithin(Duration.ofSeconds(5)).isEqualTo(true);
    }

    @Test
    void stoppingRefusesAllWhoWait() {
        AdaptiveRateLimiter limiter = Limiters.exhausted();
        CompletableFuture<Boolean> waiter = waiterOn(limiter);

        limiter.stop("maintenance");

        assertThat(waiter).succeedsWithin(Duration.ofSeconds(5)).isEqualTo(false);
    }

    @Test
    void closingRefusesAThousandWaiters() {
        AdaptiveRateLimiter limiter = Limiters.exhausted();
        AtomicInteger refused = new AtomicInteger();
        for (int i = 0; i < 1000; i++) {
            start(() -> {
                if (!limiter.acquirePermission()) {
                    refused.incrementAndGet();
                }
            });
        }
        await().atMost(LONG).until(() -> limiter.snapshot().waiting() == 1000);

        limiter.close();

        await().atMost(Duration.ofSeconds(5)).until(() -> refused.get() == 1000);
        assertThat(limiter.snapshot().waiting()).isZero();
    }

    @Test
    void patienceEndsWhileAProbeIsOut() {
        AdaptiveRateLimiter limiter = Limiters.perSecond(1000, 1);
        limiter.onResult(Reply.tooManyFor(Duration.ofMillis(1)));
        await().until(() -> limiter.tryAcquirePermission() == 0);

        assertThat(limiter.acquirePermission(1, Duration.ofMillis(50))).isFalse();
        assertThat(limiter.snapshot().state()).isEqualTo(State.PROBING);
    }

    @Test
    void aWaiterBecomesTheProbeWhenTheOneThatIsOutLearnsNothing() {
        AdaptiveRateLimiter limiter = Limiters.perSecond(1000, 1);
        limiter.onResult(Reply.tooManyFor(Duration.ofMillis(1)));
        await().until(() -> limiter.tryAcquirePermission() == 0);
        CompletableFuture<Boolean> waiter = waiterOn(limiter);

        limiter.onResult(Reply.CANCELLED);

        assertThat(waiter).succeedsWithin(Duration.ofSeconds(5)).isEqualTo(true);
        assertThat(limiter.snapshot().state()).isEqualTo(State.PROBING);
    }

    @Test
    void atMostSoManyCallsAreInFlightAndAnEndLetsTheNextLeave() {
        AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of(
                "api",
                AdaptiveRateLimiterConfig.custom()
                        .limitForPeriod(1000)
                        .limitRefreshPeriod(Duration.ofSeconds(1))
                        .burst(10)
                        .maxInFlight(2)
                        .timeoutDuration(LONG)
                        .outcomeClassifier(Reply.CLASSIFIER)
                        .build());
        AdaptiveRateLimiter.Permit first = limiter.tryAcquire(1).orElseThrow();
        assertThat(limiter.tryAcquirePermission()).isZero();
        assertThat(limiter.tryAcquire(1)).isEmpty();
        assertThat(limiter.tryAcquirePermission()).isPositive();
        assertThat(limiter.snapshot().inFlight()).isEqualTo(2);
        CompletableFuture<Boolean> waiter = waiterOn(limiter);

        first.onResult(Reply.OK);

        assertThat(waiter).succeedsWithin(Duration.ofMillis(900)).isEqualTo(true);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
