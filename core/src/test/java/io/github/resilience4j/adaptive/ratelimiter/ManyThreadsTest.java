package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.Slow;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Permits are conserved and promises kept while everything happens at once. */
@Slow
class ManyThreadsTest {

    private static final int CALLERS = 6;

    private final ExecutorService executor = Executors.newCachedThreadPool();

    @AfterEach
    void shutDown() {
        executor.shutdownNow();
    }

    private static void join(List<Future<?>> futures) throws Exception {
        for (Future<?> future : futures) {
            future.get();
        }
    }

    private static AdaptiveRateLimiterConfig.Builder perSecond(int limit, double burst) {
        return AdaptiveRateLimiterConfig.custom()
                .limitForPeriod(limit)
                .limitRefreshPeriod(Duration.ofSeconds(1))
                .burst(burst)
                .outcomeClassifier(Reply.CLASSIFIER);
    }

    /** On a clock that stands still, callers get exactly what is in the bucket, however often the regime changes. */
    @RepeatedTest(20)
    void noPermitIsLostOrMintedWhileTheRegimeChanges() throws Exception {
        AdaptiveRateLimiter limiter =
                AdaptiveRateLimiter.of("api", perSecond(100_000, 50_000).build(), new FakeClock());
        AtomicBoolean done = new AtomicBoolean();
        Future<?> changes = executor.submit(() -> {
            for (int i = 0; !done.get(); i++) {
                limiter.changeLimitForPeriod(100_000 - i % 2);
            }
        });
        AtomicInteger taken = new AtomicInteger();
        List<Future<?>> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            callers.add(executor.submit(() -> {
                while (limiter.tryAcquirePermission() == 0) {
                    taken.incrementAndGet();
                }
            }));
        }

        join(callers);
        done.set(true);
        changes.get();

        assertThat(taken).hasValue(50_000);
        assertThat(limiter.getMetrics().getAvailablePermissions()).isZero();
    }

    @RepeatedTest(5)
    void permitsTakenAndGivenBackAddUp() throws Exception {
        AdaptiveRateLimiter limiter =
                AdaptiveRateLimiter.of("api", perSecond(1_000, 100).build(), new FakeClock());
        List<Future<?>> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            callers.add(executor.submit(() -> {
                for (int round = 0; round < 20_000; round++) {
                    limiter.tryAcquire(1 + round % 7).ifPresent(Permit::release);
                }
            }));
        }
        join(callers);

        assertThat(limiter.getMetrics().getAvailablePermissions()).isEqualTo(100);
        assertThat(limiter.snapshot().inFlight()).isZero();
    }

    @Test
    void inAnyCaseNoMoreThanBudgetAndBurstLeave() throws Exception {
        AdaptiveRateLimiter limiter =
                AdaptiveRateLimiter.of("api", perSecond(20_000, 100).build());
        AtomicBoolean done = new AtomicBoolean();
        AtomicLong sent = new AtomicLong();
        long start = System.nanoTime();
        List<Future<?>> all = new ArrayList<>();
        Callable<Void> caller = () -> {
            Random random = new Random(7);
            while (!done.get()) {
                switch (random.nextInt(5)) {
                    case 0 -> sent.addAndGet(limiter.acquirePermission(1, Duration.ofMillis(2)) ? 1 : 0);
                    case 1 -> sent.addAndGet(limiter.tryAcquirePermission(3) == 0 ? 3 : 0);
                    case 2 -> sent.addAndGet(limiter.background().acquirePermission() ? 1 : 0);
                    case 3 -> limiter.tryAcquire(2).ifPresent(Permit::release);
                    default -> {
                        Optional<Permit> permit = limiter.tryAcquire(1);
                        if (permit.isPresent()) {
                            sent.incrementAndGet();
                            permit.get()
                                    .onResult(
                                            random.nextInt(500) == 0
                                                    ? Reply.tooManyFor(Duration.ofMillis(random.nextInt(5)))
                                                    : Reply.OK);
                        }
                    }
                }
            }
            return null;
        };
        for (int i = 0; i < CALLERS; i++) {
            all.add(executor.submit(caller));
        }
        all.add(executor.submit(() -> {
            Random random = new Random(11);
            while (!done.get()) {
                switch (random.nextInt(5)) {
                    case 0 -> limiter.changeLimitForPeriod(10_000 + random.nextInt(10_001));
                    case 1 -> limiter.drainPermissions();
                    case 2 -> limiter.pause(Duration.ofNanos(1 + random.nextInt(1_000_000)));
                    case 3 -> limiter.resume();
                    default -> limiter.snapshot();
                }
            }
        }));
        org.awaitility.Awaitility.await().during(Duration.ofSeconds(2)).until(() -> true);
        done.set(true);
        join(all);
        double seconds = (System.nanoTime() - start) / 1e9;

        // A probe takes nothing from the bucket: one call for each time the gate was closed.
        assertThat(sent.get()).isLessThanOrEqualTo((long) (20_000 * seconds) + 100 + sent.get() / 10);
        limiter.resume();
        assertThat(limiter.snapshot().waiting()).isZero();
    }

    @RepeatedTest(20)
    void ofManyCallersAfterAPauseExactlyOneIsTheProbe() throws Exception {
        FakeClock clock = new FakeClock();
        AdaptiveRateLimiter limiter =
                AdaptiveRateLimiter.of("api", perSecond(1_000, 100).build(), clock);
        limiter.onResult(Reply.tooManyFor(Duration.ofSeconds(1)));
        clock.advance(Duration.ofSeconds(1));
        AtomicInteger probes = new AtomicInteger();
        List<Future<?>> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            boolean known = i % 2 == 0;
            callers.add(executor.submit(() -> {
                for (int round = 0; round < 200; round++) {
                    boolean left = known ? limiter.tryAcquire(1).isPresent() : limiter.tryAcquirePermission() == 0;
                    probes.addAndGet(left ? 1 : 0);
                }
            }));
        }

        join(callers);

        assertThat(probes).hasValue(1);
    }

    @RepeatedTest(10)
    void manyRefusalsAtOnceCutOnce() throws Exception {
        AdaptiveRateLimiter limiter =
                AdaptiveRateLimiter.of("api", perSecond(1_000, 100).build(), new FakeClock());
        List<Permit> permits = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            permits.add(limiter.tryAcquire(1).orElseThrow());
        }
        List<Future<?>> answers = new ArrayList<>();
        for (Permit permit : permits) {
            answers.add(executor.submit(() -> permit.onResult(Reply.tooManyFor(Duration.ofSeconds(1)))));
        }

        join(answers);

        assertThat(limiter.snapshot().congestionEvents()).isEqualTo(1);
        assertThat(limiter.snapshot().throttledCalls()).isEqualTo(100);
        assertThat(limiter.snapshot().limitForPeriod()).isBetween(480.0, 500.0);
        assertThat(limiter.snapshot().state()).isEqualTo(State.PAUSED);
        assertThat(limiter.snapshot().inFlight()).isZero();
    }
}
