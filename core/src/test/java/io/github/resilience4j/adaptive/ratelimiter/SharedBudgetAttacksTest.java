package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.budget.BudgetGrant;
import io.github.resilience4j.adaptive.budget.BudgetMember;
import io.github.resilience4j.adaptive.budget.BudgetPriority;
import io.github.resilience4j.adaptive.budget.SharedBudget;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** What was found by breaking limiters that share one budget. */
class SharedBudgetAttacksTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final FakeClock clock = new FakeClock();
    private final SharedBudget memory = SharedBudget.inMemory(clock);
    private final UnreliableStore store = new UnreliableStore(memory);
    private final List<AdaptiveRateLimiter> limiters = new ArrayList<>();

    @AfterEach
    void close() {
        limiters.forEach(AdaptiveRateLimiter::close);
    }

    private static AdaptiveRateLimiterConfig config(int limit, double burst, SharedBudget shared) {
        return AdaptiveRateLimiterConfig.custom()
                .limitForPeriod(limit)
                .limitRefreshPeriod(SECOND)
                .burst(burst)
                .outcomeClassifier(Reply.CLASSIFIER)
                .sharedBudget(shared)
                .build();
    }

    private AdaptiveRateLimiter member(int limit, double burst) {
        return added(AdaptiveRateLimiter.of("maps", config(limit, burst, store), clock));
    }

    private AdaptiveRateLimiter added(AdaptiveRateLimiter limiter) {
        limiters.add(limiter);
        return limiter;
    }

    /** Whole permits that the store has for anybody, of a burst of ten; they are put back. */
    private int permitsInStore() {
        BudgetMember outside =
                new BudgetMember("maps", "outside", config(100, 10, memory).toBudgetSettings());
        int left = 0;
        int taken = 0;
        int got;
        do {
            BudgetGrant grant = memory.reserve(outside, 1, 0, BudgetPriority.INTERACTIVE)
                    .toCompletableFuture()
                    .join();
            got = grant.permits();
            taken += got;
            left += grant.ready();
        } while (got > 0);
        if (taken > 0) {
            memory.release(outside, 0, taken).toCompletableFuture().join();
        }
        return left;
    }

    private void awaitPermitsInStore(int expected) {
        Awaitility.await().atMost(2, TimeUnit.SECONDS).until(() -> permitsInStore() == expected);
    }

    @Test
    void whatAStoreGrantsTooLateForACallThatMustNotWaitGoesBack() {
        AdaptiveRateLimiter limiter = member(100, 10);
        store.holdAnswers();
        for (int i = 0; i < 3; i++) {
            Mono<Boolean> call = Mono.fromCallable(() -> limiter.background().acquirePermission());
            assertThat(call.subscribeOn(Schedulers.parallel()).block()).isFalse();
        }
        store.letHear();
        awaitPermitsInStore(10);
    }

    @Test
    void whoComesJustAfterTheStoreHasSaidNoIsServedWhenHisPermitComes() {
        SharedBudget real = SharedBudget.inMemory();
        AdaptiveRateLimiter one = added(AdaptiveRateLimiter.of("slow", config(4, 1, real)));
        AdaptiveRateLimiter other = added(AdaptiveRateLimiter.of("slow", config(4, 1, real)));
        List<Duration> waits = new ArrayList<>();
        other.events().onWaited(event -> waits.add(event.waited()));
        assertThat(one.acquirePermission(1, SECOND)).isTrue();
        assertThat(other.acquirePermission(1, Duration.ofSeconds(30))).isTrue();
        assertThat(waits).singleElement().matches(wait -> wait.toMillis() < 900);
    }

    private Permit probeOf(AdaptiveRateLimiter limiter) {
        limiter.tryAcquire(1).orElseThrow().onResult(Reply.tooManyFor(SECOND));
        clock.advance(SECOND);
        return limiter.tryAcquire(1).orElseThrow();
    }

    @Test
    void aProbeThatNeverAnswersIsFollowedByOneAndNotByOneOfEachMember() {
        AdaptiveRateLimiter one = member(100, 5);
        AdaptiveRateLimiter other = member(100, 5);
        Permit lost = probeOf(one);
        clock.advance(Duration.ofSeconds(30));
        int probes = 0;
        for (int i = 0; i < 3; i++) {
            probes += other.tryAcquire(1).isPresent() ? 1 : 0;
            probes += one.tryAcquire(1).isPresent() ? 1 : 0;
        }
        assertThat(probes).isEqualTo(1);
        lost.release();
    }

    @Test
    void aProbeThatNeverAnswersIsFollowedByOneOfTheSameMember() {
        AdaptiveRateLimiter one = member(100, 5);
        Permit lost = probeOf(one);
        clock.advance(Duration.ofSeconds(30));
        Permit next = one.tryAcquire(1).orElseThrow();
        lost.onResult(Reply.ERROR_500);
        next.onResult(Reply.OK);
        assertThat(one.snapshot().state()).isEqualTo(State.RUNNING);
    }

    @Test
    void theAnswerToAProbeOfALimiterThatWasClosedReachesTheOthers() {
        AdaptiveRateLimiter one = member(100, 5);
        AdaptiveRateLimiter other = member(100, 5);
        Permit probe = probeOf(one);
        one.close();
        probe.onResult(Reply.OK);
        assertThat(other.snapshot().state()).isEqualTo(State.RUNNING);
    }

    @Test
    void aRefusalOfACallOfALimiterThatWasClosedReachesTheOthers() {
        AdaptiveRateLimiter one = member(100, 5);
        AdaptiveRateLimiter other = member(100, 5);
        Permit inFlight = one.tryAcquire(1).orElseThrow();
        one.close();
        inFlight.onResult(Reply.tooManyFor(SECOND));
        assertThat(other.snapshot().state()).isEqualTo(State.PAUSED);
    }

    @Test
    void whatAPersonDoesToALimiterThatWasClosedStaysThere() {
        AdaptiveRateLimiter one = member(100, 5);
        AdaptiveRateLimiter other = member(100, 5);
        one.close();
        one.stop("late");
        one.pause(SECOND);
        assertThat(other.snapshot().state()).isEqualTo(State.RUNNING);
    }

    @Test
    void whatALimiterThatWasClosedHadLeftGoesBack() {
        AdaptiveRateLimiter one = member(100, 10);
        assertThat(one.tryAcquirePermission()).isZero();
        Permit unsent = one.tryAcquire(1).orElseThrow();
        one.close();
        unsent.release();
        awaitPermitsInStore(9);
    }

    @Test
    void aLeaseThatAStopInterruptedIsNotGivenBackTwice() {
        AdaptiveRateLimiter one = member(100, 10);
        assertThat(one.tryAcquirePermission()).isZero();
        one.stop("a moment");
        one.resume();
        for (int i = 0; i < 9; i++) {
            assertThat(one.tryAcquirePermission()).isZero();
        }
        Awaitility.await()
                .during(300, TimeUnit.MILLISECONDS)
                .atMost(2, TimeUnit.SECONDS)
                .until(() -> permitsInStore() == 0);
    }
}
