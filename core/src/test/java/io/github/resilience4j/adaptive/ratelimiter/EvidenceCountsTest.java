package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence.Axis;
import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence.Row;
import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence.Verdict;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Which calls are counted, and with which numbers. */
class EvidenceCountsTest {

    private final FakeClock clock = new FakeClock();
    private final AdaptiveRateLimiter limiter = limiter(AdaptiveRateLimiterConfig.custom());

    @Test
    void aWindowLongerThanTheLimiterHasLivedSaysTooLittle() {
        clock.advance(Duration.ofSeconds(30));
        call(1).onResult(Reply.OK);

        assertThat(row(Axis.TEN_SECONDS).accepted()).isEqualTo(1);
        assertThat(row(Axis.ONE_MINUTE).accepted()).isZero();
        assertThat(row(Axis.ONE_MINUTE).verdict()).isEqualTo(Verdict.TOO_LITTLE);
    }

    @Test
    void whatCountsIsTheMomentAtWhichACallIsSent() {
        clock.advance(Duration.ofHours(1));
        Permit first = call(1);
        Permit second = call(1);
        Permit third = call(1);
        clock.advance(Duration.ofSeconds(20));

        third.onResult(Reply.OK);
        second.onResult(Reply.OK);

        assertThat(row(Axis.ONE_SECOND).bins())
                .extracting(LimitEvidence.Bin::from)
                .containsExactly(2L, 3L);
        assertThat(row(Axis.IN_FLIGHT).mostAccepted()).isEqualTo(3);
        first.onResult(Reply.OK);
    }

    @Test
    void permitsCountAndNotCalls() {
        clock.advance(Duration.ofHours(1));
        call(7);
        call(5).onResult(Reply.OK);

        assertThat(row(Axis.ONE_MINUTE).mostAccepted()).isEqualTo(12);
        assertThat(row(Axis.IN_FLIGHT).mostAccepted()).isEqualTo(2);
    }

    @Test
    void whatWasNeverSentIsNotCounted() {
        clock.advance(Duration.ofHours(1));
        call(30).release();
        call(1).onResult(Reply.OK);

        assertThat(row(Axis.ONE_MINUTE).mostAccepted()).isEqualTo(1);
    }

    @Test
    void aWeightSettledLaterCounts() {
        clock.advance(Duration.ofHours(1));
        Permit heavy = call(1);
        heavy.onResult(Reply.OK);
        heavy.settle(20);
        clock.advance(Duration.ofSeconds(30));
        call(1).onResult(Reply.OK);

        assertThat(row(Axis.ONE_MINUTE).mostAccepted()).isEqualTo(21);
    }

    @Test
    void ofOneCongestionEventOnlyTheFirstRefusalIsNews() {
        clock.advance(Duration.ofHours(1));
        List<Permit> calls = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            calls.add(call(1));
        }
        calls.forEach(call -> call.onResult(Reply.tooManyFor(Duration.ofSeconds(5))));

        assertThat(limiter.evidence().congestionEvents()).isEqualTo(1);
        assertThat(row(Axis.ONE_SECOND).leastRefused()).isEqualTo(1);
    }

    @Test
    void aRefusedProbeIsNoNews() {
        clock.advance(Duration.ofHours(1));
        call(1).onResult(Reply.tooManyFor(Duration.ofSeconds(5)));
        clock.advance(Duration.ofSeconds(6));
        call(1).onResult(Reply.tooManyFor(Duration.ofSeconds(5)));

        assertThat(limiter.evidence().congestionEvents()).isEqualTo(1);
    }

    @Test
    void anythingElseThanYesOrNoSaysNothing() {
        clock.advance(Duration.ofHours(1));
        call(1).onResult(Reply.ERROR_500);
        call(1).onResult(Reply.UNAUTHORIZED);
        call(1).onResult(Reply.CANCELLED);
        call(1).onResult(Reply.unavailableFor(Duration.ZERO));

        assertThat(row(Axis.ONE_SECOND).accepted()).isZero();
        assertThat(row(Axis.ONE_SECOND).refused()).isZero();
    }

    @Test
    void aCallerWhoErredWasAccepted() {
        clock.advance(Duration.ofHours(1));
        call(1).onResult(Reply.NOT_FOUND);

        assertThat(row(Axis.ONE_SECOND).accepted()).isEqualTo(1);
    }

    @Test
    void callsWhoseHooksNeverComeCountAsSent() {
        clock.advance(Duration.ofHours(1));
        for (int i = 0; i < 25; i++) {
            assertThat(limiter.acquirePermission()).isTrue();
        }
        clock.advance(Duration.ofMillis(100));
        call(1).onResult(Reply.OK);

        assertThat(row(Axis.ONE_SECOND).mostAccepted()).isEqualTo(26);
    }

    @Test
    void triesThatFailUnderACapCountNothing() {
        AdaptiveRateLimiter capped = limiter(AdaptiveRateLimiterConfig.custom().maxInFlight(2));
        clock.advance(Duration.ofHours(1));
        Permit first = capped.tryAcquire(1).orElseThrow();
        var unused = capped.tryAcquire(1).orElseThrow();
        for (int i = 0; i < 100; i++) {
            assertThat(capped.tryAcquire(1)).isEmpty();
        }
        first.onResult(Reply.OK);
        clock.advance(Duration.ofMinutes(3));
        capped.tryAcquire(1).orElseThrow().onResult(Reply.OK);

        assertThat(capped.evidence().row(Axis.TEN_MINUTES).mostAccepted()).isEqualTo(3);
    }

    /** Forgetting those that are never answered must not forget those that are. */
    @Test
    void whoIsBusyAllTheTimeNeverPassesTheCapInFlight() {
        AdaptiveRateLimiter capped = limiter(AdaptiveRateLimiterConfig.custom().maxInFlight(4));
        Deque<Permit> out = new ArrayDeque<>();
        for (int i = 0; i < 100_000; i++) {
            clock.advance(Duration.ofMillis(7));
            capped.tryAcquire(1).ifPresent(out::add);
            assertThat(out).hasSizeLessThanOrEqualTo(4);
            if (i % 3 == 0 && out.size() > 3) {
                out.remove().onResult(Reply.OK);
            }
        }
        assertThat(capped.snapshot().inFlight()).isEqualTo(out.size());
    }

    @Test
    void readingChangesNothing() {
        clock.advance(Duration.ofHours(1));
        call(1).onResult(Reply.OK);
        LimitEvidence before = limiter.evidence();
        clock.advance(Duration.ofDays(400));

        assertThat(limiter.evidence()).isEqualTo(before).isEqualTo(limiter.evidence());
    }

    @Test
    void aThousandThreadsAtOnceLoseNothingAndBreakNothing() throws Exception {
        clock.advance(Duration.ofHours(1));
        int threads = 1000;
        int each = 50;
        AtomicLong accepted = new AtomicLong();
        CountDownLatch go = new CountDownLatch(1);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                ends.add(pool.submit(() -> {
                    go.await();
                    for (int k = 0; k < each; k++) {
                        limiter.tryAcquire(1).ifPresent(permit -> {
                            permit.onResult(Reply.OK);
                            accepted.incrementAndGet();
                        });
                        clock.advanceNanos(1000);
                    }
                    return null;
                }));
            }
            go.countDown();
            for (Future<?> end : ends) {
                end.get();
            }
        } finally {
            pool.shutdownNow();
        }

        assertThat(accepted).hasPositiveValue();
        assertThat(row(Axis.ONE_SECOND).accepted()).isEqualTo(accepted.get());
        assertThat(row(Axis.ONE_MINUTE).mostAccepted()).isBetween(accepted.get() / 2, accepted.get() * 17 / 16 + 1);
        assertThat(row(Axis.IN_FLIGHT).mostAccepted()).isBetween(1L, 1L + threads);
    }

    private Permit call(int permits) {
        return limiter.tryAcquire(permits).orElseThrow();
    }

    private Row row(Axis axis) {
        return limiter.evidence().row(axis);
    }

    private AdaptiveRateLimiter limiter(AdaptiveRateLimiterConfig.Builder config) {
        return AdaptiveRateLimiter.of(
                "api",
                config.limitForPeriod(100_000)
                        .limitRefreshPeriod(Duration.ofMinutes(1))
                        .burst(50_000)
                        .timeoutDuration(Duration.ZERO)
                        .outcomeClassifier(Reply.CLASSIFIER)
                        .build(),
                clock);
    }
}
