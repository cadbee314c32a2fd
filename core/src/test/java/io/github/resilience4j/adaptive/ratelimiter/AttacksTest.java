package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.adaptive.Slow;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.PauseReason;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a newcomer who meant harm has found. Each is one fault of a whole kind. */
@Slow
class AttacksTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final FakeClock clock = new FakeClock();

    private AdaptiveRateLimiter limiter(AdaptiveRateLimiterConfig.Builder config) {
        return AdaptiveRateLimiter.of(
                "api", config.outcomeClassifier(Reply.CLASSIFIER).build(), clock);
    }

    private static AdaptiveRateLimiterConfig.Builder perSecond(int limit, double burst) {
        return AdaptiveRateLimiterConfig.custom()
                .limitForPeriod(limit)
                .limitRefreshPeriod(SECOND)
                .burst(burst);
    }

    @Test
    void aCallAfterALongQuietIsInFlight() {
        AdaptiveRateLimiter capped = limiter(perSecond(100, 100).maxInFlight(4));
        for (int round = 0; round < 3; round++) {
            clock.advance(Duration.ofMinutes(3));
            List<Permit> permits = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                capped.tryAcquire(1).ifPresent(permits::add);
            }
            assertThat(permits).hasSize(4);
            assertThat(capped.snapshot().inFlight()).isEqualTo(4);
            permits.forEach(permit -> permit.onResult(Reply.OK));
            assertThat(capped.snapshot().inFlight()).isZero();
        }
    }

    @Test
    void theAnswerToACallAfterALongQuietIsHeardThroughBareHooks() {
        AdaptiveRateLimiter limiter = limiter(perSecond(100, 1));
        for (int call = 0; call < 25; call++) {
            clock.advance(Duration.ofMinutes(5));
            assertThat(limiter.acquirePermission()).isTrue();
            limiter.onResult(call % 2 == 0 ? Reply.ERROR_500 : Reply.OK);
        }

        assertThat(limiter.snapshot().consecutiveFailures()).isEqualTo(1);
        assertThat(limiter.snapshot().lastSuccessAt()).isNotNull();
    }

    @Test
    void callsThatNeverEndAreForgottenAndFreeTheCap() {
        AdaptiveRateLimiter capped = limiter(perSecond(100, 100).maxInFlight(1));
        assertThat(capped.tryAcquire(1)).isPresent();

        clock.advance(SECOND);
        assertThat(capped.tryAcquire(1)).isEmpty();
        clock.advance(Duration.ofMinutes(1));
        assertThat(capped.tryAcquire(1)).isEmpty();
        clock.advance(Duration.ofMinutes(1));
        assertThat(capped.tryAcquire(1)).isPresent();
    }

    @Test
    void aCallThatAnswersNoStageFails() {
        AdaptiveRateLimiter limiter = limiter(perSecond(10, 2));

        CompletableFuture<Object> result =
                limiter.executeCompletionStage(AttacksTest::nothing).toCompletableFuture();

        assertThat(result).isCompletedExceptionally();
        assertThat(limiter.snapshot().inFlight()).isZero();
    }

    @SuppressWarnings("TypeParameterUnusedInFormals") // Any type of nothing.
    private static <T> T nothing() {
        return null;
    }

    @Test
    void aClassifierThatAnswersNothingHarmsNobody() {
        AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of(
                "api",
                perSecond(10, 10)
                        .outcomeClassifier((result, error) -> nothing())
                        .build(),
                clock);

        assertThat(limiter.executeSupplier(() -> "fine")).isEqualTo("fine");
        assertThat(limiter.executeCompletionStage(() -> CompletableFuture.completedFuture("fine")))
                .isCompletedWithValue("fine");
    }

    @Test
    void drainingOnResultsHoldsForOurOwnDecoratorsAndStages() {
        AdaptiveRateLimiter limiter =
                limiter(perSecond(10, 10).drainPermissionsOnResult(any -> any.isRight() && "full".equals(any.get())));

        assertThat(limiter.executeSupplier(() -> "full")).isEqualTo("full");
        assertThat(limiter.getMetrics().getAvailablePermissions()).isZero();
        clock.advance(SECOND);
        assertThat(limiter.executeCompletionStage(() -> CompletableFuture.completedFuture("full")))
                .isCompletedWithValue("full");

        assertThat(limiter.getMetrics().getAvailablePermissions()).isZero();
    }

    static Stream<Throwable> whateverIsThrown() {
        return Stream.of(
                new IllegalStateException("user's code"),
                new AssertionError("user's code"),
                new StackOverflowError(),
                new NoClassDefFoundError("optional"),
                new IOException("undeclared"));
    }

    @ParameterizedTest
    @MethodSource("whateverIsThrown")
    void aDrainPredicateThatThrowsHarmsNobody(Throwable thrown) {
        AdaptiveRateLimiter limiter = limiter(perSecond(10, 10).drainPermissionsOnResult(any -> {
            throw undeclared(thrown);
        }));

        assertThat(limiter.executeSupplier(() -> "fine")).isEqualTo("fine");
        assertThat(limiter.snapshot().inFlight()).isZero();
    }

    @ParameterizedTest
    @MethodSource("whateverIsThrown")
    void aClassifierThatThrowsHarmsNobody(Throwable thrown) {
        AdaptiveRateLimiter capped = AdaptiveRateLimiter.of(
                "api",
                perSecond(10, 10)
                        .maxInFlight(1)
                        .outcomeClassifier((result, error) -> {
                            throw undeclared(thrown);
                        })
                        .build(),
                clock);

        for (int i = 0; i < 3; i++) {
            assertThat(capped.executeSupplier(() -> "fine")).isEqualTo("fine");
            assertThat(capped.executeCompletionStage(() -> CompletableFuture.completedFuture("fine")))
                    .isCompletedWithValue("fine");
        }
        assertThat(capped.snapshot().inFlight()).isZero();
        assertThat(capped.snapshot().state()).isEqualTo(State.RUNNING);
    }

    private static RuntimeException undeclared(Throwable thrown) {
        AttacksTest.<RuntimeException>sneak(thrown);
        return new IllegalStateException(thrown);
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }

    @Test
    void nothingIsNoReasonAndNoError() {
        AdaptiveRateLimiter limiter = limiter(perSecond(10, 10));
        limiter.stop("maintenance");

        assertThatThrownBy(() -> limiter.stop(nothing())).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> limiter.onError(nothing())).hasMessageContaining("error");
        assertThatThrownBy(() -> limiter.pause(nothing()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("duration is null");

        assertThat(limiter.snapshot().state()).isEqualTo(State.STOPPED);
    }

    @Test
    void aPauseByHandWhoseProbeFailsGrowsAndIsNoLongerByHand() {
        AdaptiveRateLimiter limiter = limiter(perSecond(10, 10));
        limiter.pause(Duration.ofSeconds(3));
        for (int expected : new int[] {6, 12, 24}) {
            clock.advance(limiter.snapshot().pauseRemaining());
            limiter.tryAcquire(1).orElseThrow().onResult(Reply.ERROR_500);

            assertThat(limiter.snapshot().pauseRemaining()).isEqualTo(Duration.ofSeconds(expected));
            assertThat(limiter.snapshot().pauseReason()).isEqualTo(PauseReason.CONSECUTIVE_FAILURES);
        }
    }

    @Test
    void twentyRefusedProbesDoNotShortenThePause() {
        AdaptiveRateLimiter limiter = limiter(perSecond(10, 10));
        limiter.onResult(Reply.tooManyFor(Duration.ofSeconds(3)));
        Duration last = Duration.ZERO;
        for (int probe = 0; probe < 30; probe++) {
            Duration pause = limiter.snapshot().pauseRemaining();
            assertThat(pause).isGreaterThanOrEqualTo(last).isLessThanOrEqualTo(Duration.ofMinutes(15));
            last = pause;
            clock.advance(pause);
            limiter.tryAcquire(1).orElseThrow().onResult(Reply.tooManyFor(Duration.ofSeconds(3)));
        }
        assertThat(last).isEqualTo(Duration.ofMinutes(15));
        assertThat(limiter.snapshot().consecutiveFailures()).isEqualTo(30);
    }

    @Test
    void aRefusalOfACallSentSinceTheLastCutIsACutWhateverElsePauses() {
        AdaptiveRateLimiter limiter = limiter(perSecond(10, 10));
        List<Permit> permits = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            permits.add(limiter.tryAcquire(1).orElseThrow());
        }
        limiter.pause(SECOND);

        permits.forEach(permit -> permit.onResult(Reply.tooManyFor(Duration.ofSeconds(5))));

        assertThat(limiter.snapshot().congestionEvents()).isEqualTo(1);
        assertThat(limiter.snapshot().pauseRemaining()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void aLateRefusalOfALostProbeIsNoCut() {
        AdaptiveRateLimiter limiter = limiter(perSecond(10, 10));
        limiter.onResult(Reply.tooManyFor(SECOND));
        clock.advance(SECOND);
        Permit lost = limiter.tryAcquire(1).orElseThrow();
        clock.advance(Duration.ofSeconds(30));
        limiter.tryAcquire(1).orElseThrow().onResult(Reply.OK);

        lost.onResult(Reply.tooManyFor(SECOND));

        assertThat(limiter.snapshot().congestionEvents()).isEqualTo(1);
        assertThat(limiter.snapshot().state()).isEqualTo(State.PAUSED);
    }

    @Test
    void permitsHeldThroughAPauseThatEmptiedTheBucketDoNotComeBack() {
        AdaptiveRateLimiter limiter = limiter(perSecond(12, 12));
        Permit refused = limiter.tryAcquire(1).orElseThrow();
        List<Permit> held = new ArrayList<>();
        for (int i = 0; i < 11; i++) {
            held.add(limiter.tryAcquire(1).orElseThrow());
        }
        refused.onResult(Reply.unavailableFor(SECOND));
        clock.advance(SECOND);
        limiter.tryAcquire(1).orElseThrow().onResult(Reply.OK);

        held.forEach(Permit::release);

        assertThat(limiter.getMetrics().getAvailablePermissions()).isZero();
    }

    @Test
    void pollsDoNotTakeAllThatComesAfterPeopleHaveEmptiedTheBucket() {
        AdaptiveRateLimiter limiter =
                limiter(AdaptiveRateLimiterConfig.custom().limitForPeriod(60).burst(10));
        while (limiter.tryAcquirePermission() == 0) {
            clock.advanceNanos(0);
        }
        int people = 0;
        int polls = 0;
        for (int tenth = 1; tenth <= 600; tenth++) {
            clock.advance(Duration.ofMillis(100));
            polls += limiter.background().acquirePermission() ? 1 : 0;
            people += tenth % 10 == 0 && limiter.tryAcquirePermission() == 0 ? 1 : 0;
        }

        assertThat(people).as("the reserve at least").isGreaterThanOrEqualTo(12);
        assertThat(people + polls).isBetween(59, 60);
    }

    @Test
    void aProbeThatPassesEndsTheRowOfFailures() {
        AdaptiveRateLimiter limiter = limiter(perSecond(100, 100));
        for (int i = 0; i < 20; i++) {
            limiter.tryAcquire(1).orElseThrow().onResult(Reply.ERROR_500);
        }
        clock.advance(Duration.ofMinutes(1));
        limiter.tryAcquire(1).orElseThrow().onResult(Reply.NOT_FOUND);

        limiter.onResult(Reply.ERROR_500);

        assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);
        assertThat(limiter.snapshot().consecutiveFailures()).isEqualTo(1);
    }

    @Test
    void linesMoveAtTheFullRateThoughWakingTakesTime() {
        AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of(
                "api", perSecond(20, 1).timeoutDuration(Duration.ofSeconds(30)).build());
        long start = System.nanoTime();
        for (int i = 0; i < 41; i++) {
            assertThat(limiter.acquirePermission()).isTrue();
        }
        double seconds = (System.nanoTime() - start) / 1e9;

        assertThat(seconds).isBetween(1.94, 2.6);
    }

    @Test
    void waitersThatGaveUpInTheMiddleAreNotKept() {
        AdaptiveRateLimiter limiter = Limiters.exhausted();
        CompletableFuture<Permit> head = limiter.acquireAsync(1, Duration.ofDays(10_000));
        for (int i = 0; i < 10_000; i++) {
            limiter.acquireAsync(1, Duration.ofDays(10_000)).cancel(false);
        }
        CompletableFuture<Permit> last = limiter.acquireAsync(1, Duration.ofDays(10_000));
        assertThat(limiter.snapshot().waiting()).isEqualTo(2);

        limiter.changeLimitForPeriod(36_000);

        assertThat(head).succeedsWithin(Duration.ofSeconds(10));
        assertThat(last).succeedsWithin(Duration.ofSeconds(10));
        await().until(() -> limiter.snapshot().waiting() == 0);
    }

    @Test
    void nobodyIsToldToAskAtOnceWhileAPlaceIsWhatIsMissing() {
        AdaptiveRateLimiter capped = limiter(perSecond(10, 10).maxInFlight(1));
        assertThat(capped.tryAcquire(1)).isPresent();
        capped.pause(SECOND);
        assertThat(capped.tryAcquirePermission()).isEqualTo(SECOND.toNanos());

        clock.advance(SECOND);

        assertThat(capped.tryAcquirePermission()).isGreaterThanOrEqualTo(1_000_000L);
    }

    @Test
    void debtsOfLargeWeightsAreNotForgotten() {
        AdaptiveRateLimiter bytes = limiter(
                AdaptiveRateLimiterConfig.custom().limitForPeriod(1 << 30).timeoutDuration(Duration.ofDays(1)));
        long before = -1;
        int booked = 0;
        while (booked < 100) {
            long wait = bytes.reservePermission(1 << 30);
            if (wait < 0) {
                break;
            }
            assertThat(wait).isGreaterThan(before);
            before = wait;
            booked++;
        }

        assertThat(booked).isPositive();
        assertThat(bytes.getMetrics().getAvailablePermissions()).isNegative();
    }

    @Test
    void aLimitLoweredForAMomentDestroysNothingThatWasLearned() {
        AdaptiveRateLimiter limiter =
                limiter(AdaptiveRateLimiterConfig.custom().limitForPeriod(600).burst(5));
        limiter.onResult(Reply.tooManyFor(SECOND));
        clock.advance(SECOND);
        limiter.tryAcquire(1).orElseThrow().onResult(Reply.OK);
        clock.advance(Duration.ofSeconds(20));
        double learned = limiter.snapshot().limitForPeriod();

        limiter.changeLimitForPeriod(10);
        assertThat(limiter.snapshot().limitForPeriod()).isEqualTo(10);
        limiter.changeLimitForPeriod(600);

        assertThat(limiter.snapshot().limitForPeriod()).isEqualTo(learned);
    }

    @Test
    void aBlockedCommonPoolHoldsUpNobodyElseInLine() {
        AdaptiveRateLimiter limiter = Limiters.perSecond(10, 1);
        assertThat(limiter.acquirePermission()).isTrue();
        CountDownLatch open = new CountDownLatch(1);
        for (int i = 0; i < ForkJoinPool.getCommonPoolParallelism(); i++) {
            ForkJoinPool.commonPool().execute(() -> awaitQuietly(open));
        }
        CompletableFuture<Permit> first = limiter.acquireAsync(1, Duration.ofSeconds(20));

        boolean second = limiter.acquirePermission(1, Duration.ofSeconds(10));
        open.countDown();

        assertThat(second).isTrue();
        assertThat(first).succeedsWithin(Duration.ofSeconds(10));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
