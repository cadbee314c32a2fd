package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.resilience4j.adaptive.budget.SharedBudget;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.PauseReason;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.assertj.core.data.Percentage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Four limiters, one budget. */
class SharedBudgetLimitersTest extends FourLimiters {

    @Test
    void togetherTheyStayWithinOneBudgetAndUseIt() {
        four(perSecond(100, 5));
        int taken = takeAll(Duration.ofSeconds(30));
        assertThat(taken).isBetween(2800, 100 * 30 + 5);
    }

    @Test
    void aSlowBudgetIsSharedToo() {
        four(perSecond(1, 1));
        assertThat(takeAll(Duration.ofSeconds(30))).isBetween(28, 31);
    }

    @Test
    void aFastBudgetCostsFewQuestions() {
        four(perSecond(1000, 10));
        int taken = takeAll(Duration.ofSeconds(5));
        assertThat(taken).isBetween(4500, 5010);
        assertThat(store.reserved()).as("questions for a lease").isLessThan(taken / 5);
    }

    @Test
    void whatOneIsToldStopsAll() {
        four(perSecond(100, 5));
        await(limiter(0)).onResult(Reply.tooManyFor(Duration.ofSeconds(3)));
        for (AdaptiveRateLimiter limiter : limiters) {
            assertThat(limiter.snapshot().state()).isEqualTo(State.PAUSED);
            assertThat(limiter.snapshot().pauseReason()).isEqualTo(PauseReason.RETRY_AFTER);
            assertThat(limiter.snapshot().congestionEvents()).isEqualTo(1);
            assertThat(limiter.snapshot().limitForPeriod()).isLessThanOrEqualTo(50);
        }
        assertThat(takeAll(Duration.ofMillis(2999))).isZero();
    }

    @Test
    void withoutTheMessageAllStopWithinATenthOfASecond() {
        store.muteListeners();
        four(perSecond(1000, 100));
        takeAll(SECOND);
        await(limiter(0)).onResult(Reply.tooManyFor(Duration.ofSeconds(3)));
        takeAll(Duration.ofMillis(100));
        assertThat(takeAll(Duration.ofMillis(2800))).isZero();
    }

    @Test
    void twoHundredCallsInFlightThatAreAllRefusedAreOneCut() {
        four(perSecond(200, 200));
        List<Permit> inFlight = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            inFlight.add(await(limiter(i % 4)));
        }
        inFlight.forEach(permit -> permit.onResult(Reply.tooManyFor(SECOND)));
        for (AdaptiveRateLimiter limiter : limiters) {
            assertThat(limiter.snapshot().congestionEvents()).isEqualTo(1);
        }
    }

    @Test
    void afterAPauseOneProbeLeavesFromAllOfThem() {
        four(perSecond(100, 5));
        await(limiter(0)).onResult(Reply.tooManyFor(SECOND));
        clock.advance(SECOND);
        List<Permit> probes = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            limiter(i % 4).tryAcquire(1).ifPresent(probes::add);
        }
        assertThat(probes).hasSize(1);
        probes.get(0).onResult(Reply.OK);
        for (AdaptiveRateLimiter limiter : limiters) {
            assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);
        }
        assertThat(takeAll(Duration.ofMillis(100))).isBetween(2, 7);
    }

    @Test
    void aProbeThatIsNeverSentGoesToAnother() {
        four(perSecond(100, 5));
        await(limiter(0)).onResult(Reply.tooManyFor(SECOND));
        clock.advance(SECOND);
        limiter(2).tryAcquire(1).orElseThrow().release();
        assertThat(limiter(3).tryAcquire(1)).isPresent();
    }

    @Test
    void aRefusedProbePausesAllForLonger() {
        four(perSecond(100, 5));
        await(limiter(0)).onResult(Reply.tooManyFor(SECOND));
        clock.advance(SECOND);
        limiter(1).tryAcquire(1).orElseThrow().onResult(Reply.TOO_MANY);
        for (AdaptiveRateLimiter limiter : limiters) {
            assertThat(limiter.snapshot().pauseRemaining()).isEqualTo(Duration.ofSeconds(2));
            assertThat(limiter.snapshot().congestionEvents()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 16})
    void theRecoveryIsThatOfOneHoweverManyTheyAre(int members) {
        assertThat(servedAfterACut(members)).isCloseTo(servedAfterACut(1), Percentage.withPercentage(2));
    }

    private int servedAfterACut(int members) {
        closeAll();
        limiters.clear();
        SharedBudget fresh = SharedBudget.inMemory(clock);
        for (int i = 0; i < members; i++) {
            limiters.add(AdaptiveRateLimiter.of(
                    "maps",
                    perSecond(200, 1)
                            .recovery(Recovery.LINEAR)
                            .recoveryDuration(Duration.ofSeconds(20))
                            .sharedBudget(fresh)
                            .build(),
                    clock));
        }
        await(limiter(0)).onResult(Reply.tooManyFor(SECOND));
        return takeAll(Duration.ofSeconds(20));
    }

    @Test
    void whatAPersonDoesReachesAll() {
        four(perSecond(100, 5));
        limiter(1).stop("migration");
        assertThat(limiter(2).snapshot().state()).isEqualTo(State.STOPPED);
        assertThat(limiter(2).snapshot().stopReason()).isEqualTo("migration");
        limiter(3).resume();
        assertThat(limiter(1).snapshot().state()).isEqualTo(State.RUNNING);
        limiter(0).pause(SECOND);
        assertThat(limiter(3).snapshot().pauseReason()).isEqualTo(PauseReason.MANUAL);
        clock.advance(SECOND);
        await(limiter(2)).onResult(Reply.OK);
        limiter(0).changeLimitForPeriod(30);
        assertThat(limiter(3).snapshot().configuredLimitForPeriod()).isEqualTo(30);
    }

    @Test
    void aPauseAfterFailuresIsTheLimitersOwn() {
        four(perSecond(100, 50).pauseAfterConsecutiveFailures(3).failurePause(SECOND));
        for (int i = 0; i < 3; i++) {
            await(limiter(0)).onResult(Reply.ERROR_500);
        }
        assertThat(limiter(0).snapshot().pauseReason()).isEqualTo(PauseReason.CONSECUTIVE_FAILURES);
        assertThat(limiter(1).snapshot().state()).isEqualTo(State.RUNNING);
        clock.advance(SECOND);
        await(limiter(0)).onResult(Reply.OK);
        assertThat(limiter(0).snapshot().state()).isEqualTo(State.RUNNING);
    }

    @Test
    void callsThatWaitAreServedWithAThreadAndWithout() throws InterruptedException {
        SharedBudget real = SharedBudget.inMemory();
        for (int i = 0; i < 4; i++) {
            limiters.add(AdaptiveRateLimiter.of(
                    "waiting",
                    perSecond(200, 1)
                            .timeoutDuration(Duration.ofSeconds(30))
                            .sharedBudget(real)
                            .build()));
        }
        CountDownLatch served = new CountDownLatch(80);
        AtomicInteger refused = new AtomicInteger();
        for (int i = 0; i < 40; i++) {
            AdaptiveRateLimiter limiter = limiter(i % 4);
            new Thread(() -> {
                        if (!limiter.acquirePermission()) {
                            refused.incrementAndGet();
                        }
                        served.countDown();
                    })
                    .start();
            CompletableFuture<Permit> later = limiter.acquireAsync(1, Duration.ofSeconds(30));
            var unused = later.whenComplete((permit, error) -> {
                if (error != null) {
                    refused.incrementAndGet();
                }
                served.countDown();
            });
        }
        assertThat(served.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(refused).hasValue(0);
    }

    @Test
    void whoCannotBeServedInHisTimeIsRefusedAtOnceWhenTheStoreHasSaidSo() {
        four(perSecond(1, 1));
        await(limiter(0));
        assertThat(limiter(1).acquirePermission(1, Duration.ofMillis(500))).isFalse();
    }

    @Test
    void aReservationIsBookedWithTheStore() {
        four(perSecond(10, 1).timeoutDuration(Duration.ofSeconds(5)));
        assertThat(limiter(0).reservePermission()).isZero();
        assertThat(limiter(1).reservePermission()).isBetween(100_000_000L, 102_000_000L);
        assertThat(limiter(2).reservePermission()).isBetween(200_000_000L, 202_000_000L);
    }

    @Test
    void backgroundCallsLeaveTheReserveToAllOthers() {
        four(perSecond(10, 10));
        int taken = 0;
        while (limiter(taken % 4).background().acquirePermission()) {
            taken++;
        }
        assertThat(taken).isEqualTo(8);
        assertThat(limiter(3).tryAcquirePermission(2)).isZero();
    }

    @Test
    void backgroundCallsAndReservationsWaitForAnAnswerThatIsOnItsWay() {
        store.answerLate();
        four(perSecond(10, 10));
        Awaitility.await().until(() -> limiter(0).background().acquirePermission());
        Awaitility.await().until(() -> limiter(1).reservePermission() == 0);
    }

    @Test
    void aBackgroundStageWaitsForTheAnswerWithoutAThread() {
        store.answerLate();
        four(perSecond(10, 10));
        AtomicInteger served = new AtomicInteger();
        Supplier<CompletionStage<Integer>> call = () -> limiter(0)
                .background()
                .executeCompletionStage(() -> CompletableFuture.completedFuture(served.incrementAndGet()));
        Awaitility.await().until(() -> {
            Mono.fromCallable(call::get).subscribeOn(Schedulers.parallel()).block();
            return served.get() > 0;
        });
    }

    @Test
    void aThreadThatMustNotWaitIsRefusedInstead() {
        four(perSecond(10, 10));
        store.holdAnswers();
        AtomicInteger answers = new AtomicInteger();
        var unused = Schedulers.parallel().schedule(() -> {
            answers.addAndGet(limiter(0).background().acquirePermission() ? 100 : 1);
            answers.addAndGet(limiter(0).reservePermission() >= 0 ? 100 : 1);
        });
        Awaitility.await().until(() -> answers.get() >= 2);
        assertThat(answers).hasValue(2);
        store.letHear();
    }

    @Test
    void aBackgroundCallThatIsGrantedWhileAPauseBeginsIsHeldBack() {
        four(perSecond(10, 10));
        store.holdAnswers();
        AtomicInteger sent = new AtomicInteger();
        CompletionStage<Integer> call = limiter(0)
                .background()
                .executeCompletionStage(() -> CompletableFuture.completedFuture(sent.incrementAndGet()));
        limiter(0).pause(SECOND);
        store.letHear();
        assertThat(call.toCompletableFuture()).failsWithin(Duration.ofSeconds(10));
        assertThat(sent).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCallThatWaitsForTheStoreWhileAPauseBeginsIsHeldBack(boolean inBackground) {
        four(perSecond(10, 10));
        store.afterReserve(() -> limiter(0).pause(SECOND));
        boolean granted = inBackground
                ? limiter(0).background().acquirePermission()
                : limiter(0).reservePermission() >= 0;
        assertThat(granted).isFalse();
    }

    @Test
    void whatWasNeverSentGoesBackToTheStore() {
        four(perSecond(1, 1));
        await(limiter(0)).release();
        assertThat(limiter(1).tryAcquire(1)).isPresent();
    }

    @Test
    void additionalLimitsWouldHoldForOneProcessOnly() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> perSecond(10, 1)
                        .additionalLimit(10, SECOND)
                        .sharedBudget(store)
                        .build())
                .withMessageContaining("additionalLimit");
    }
}
