package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.adaptive.budget.SharedBudget;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.PauseReason;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Snapshot;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cases L24 and L16: a process ends, well or not, and another goes on with what its limiters must not forget. */
class RestartTest {

    private static final Duration LONG = Duration.ofSeconds(63_160);
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final MemoryStore store = new MemoryStore();
    private final SetClock wall = new SetClock(Instant.parse("2026-11-30T08:00:00Z"));
    private UnaryOperator<AdaptiveRateLimiterConfig.Builder> settings = it -> it;
    private FakeClock clock = new FakeClock();
    private AdaptiveRateLimiter limiter = anotherProcess();

    private AdaptiveRateLimiter anotherProcess() {
        clock = new FakeClock();
        limiter = AdaptiveRateLimiter.of(
                "api",
                settings.apply(AdaptiveRateLimiterConfig.custom()
                                .limitForPeriod(60)
                                .burst(10)
                                .timeoutDuration(Duration.ZERO)
                                .outcomeClassifier(Reply.CLASSIFIER)
                                .clock(wall)
                                .stateStore(store))
                        .build(),
                clock);
        return limiter;
    }

    /** The old one is never heard of again. */
    private AdaptiveRateLimiter afterAKill(Duration away) {
        int before = store.saves();
        // Any event is saved soon; what is saved then has all that happened before.
        limiter.pause(Duration.ofNanos(1));
        limiter.resume();
        await().until(() -> store.saves() > before);
        wall.move(away);
        return anotherProcess();
    }

    private AdaptiveRateLimiter afterClosing(Duration away) {
        limiter.close();
        wall.move(away);
        return anotherProcess();
    }

    private void pass(Duration time) {
        clock.advance(time);
        wall.move(time);
    }

    private static int permitsOf(AdaptiveRateLimiter limiter) {
        int permits = 0;
        while (limiter.tryAcquirePermission() == 0) {
            permits++;
        }
        return permits;
    }

    @Test
    void aPauseOfSeventeenHoursEndsWhenItWouldHaveEnded() {
        limiter.onResult(Reply.tooManyFor(LONG));

        Snapshot after = afterClosing(Duration.ofHours(2)).snapshot();

        assertThat(after.state()).isEqualTo(State.PAUSED);
        assertThat(after.pauseReason()).isEqualTo(PauseReason.RETRY_AFTER);
        assertThat(after.pauseRemaining()).isEqualTo(LONG.minusHours(2));
        assertThat(after.congestionEvents()).isOne();
        assertThat(limiter.acquirePermission()).isFalse();
    }

    @Test
    void afterItOneProbeLeavesThenAllPaced() {
        limiter.onResult(Reply.tooManyFor(LONG));
        afterClosing(Duration.ofHours(2));

        pass(LONG.minusHours(2).minusNanos(1));
        assertThat(limiter.tryAcquire(1)).isEmpty();
        pass(Duration.ofNanos(1));
        Permit probe = limiter.tryAcquire(1).orElseThrow();
        assertThat(limiter.tryAcquire(1)).isEmpty();
        probe.onResult(Reply.OK);

        assertThat(permitsOf(limiter)).isZero();
        pass(Duration.ofMinutes(2));
        assertThat(permitsOf(limiter)).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPauseThatEndedMeanwhileIsFollowedByOneProbe(boolean closed) {
        limiter.onResult(Reply.tooManyFor(LONG));
        if (closed) {
            afterClosing(Duration.ofDays(3));
        } else {
            await().until(() -> store.load("api").orElseThrow().standing().probing());
            wall.move(Duration.ofDays(3));
            anotherProcess();
        }

        assertThat(limiter.snapshot().state()).isEqualTo(State.PROBING);
        Permit probe = limiter.tryAcquire(1).orElseThrow();
        assertThat(limiter.tryAcquire(1)).isEmpty();
        probe.onResult(Reply.OK);
        assertThat(permitsOf(limiter)).isZero();
    }

    @Test
    void aClockThatWasSetBackStretchesNoPause() {
        limiter.onResult(Reply.tooManyFor(LONG));

        assertThat(afterClosing(Duration.ofDays(-400)).snapshot().pauseRemaining())
                .isEqualTo(LONG);
    }

    @Test
    void howeverOftenItIsSetBack() {
        limiter.onResult(Reply.tooManyFor(LONG));
        for (int i = 0; i < 5; i++) {
            pass(Duration.ofHours(1));
            afterClosing(Duration.ofHours(-1));
        }

        assertThat(limiter.snapshot().pauseRemaining()).isEqualTo(LONG.minusHours(5));
    }

    @Test
    void manyProcessesInAPauseDoNotMoveItsEnd() {
        limiter.onResult(Reply.tooManyFor(LONG));
        for (int i = 0; i < 17; i++) {
            afterClosing(Duration.ofHours(1));
        }

        assertThat(limiter.snapshot().pauseRemaining()).isEqualTo(LONG.minusHours(17));
    }

    @Test
    void whatLoadingTakesShortensNoPause() {
        limiter.onResult(Reply.tooManyFor(LONG));
        limiter.close();
        FakeClock time = new FakeClock();
        LimiterStateStore slow = new LimiterStateStore() {
            @Override
            public Optional<LimiterState> load(String name) {
                time.advance(SECOND);
                wall.move(SECOND);
                return store.load(name);
            }

            @Override
            public void save(LimiterState state) {}
        };

        AdaptiveRateLimiter fresh = AdaptiveRateLimiter.of(
                "api",
                AdaptiveRateLimiterConfig.custom().clock(wall).stateStore(slow).build(),
                time);

        assertThat(fresh.snapshot().pauseRemaining()).isEqualTo(LONG.minus(SECOND));
    }

    @Test
    void theStopOfAPersonLastsUntilAPersonResumes() {
        limiter.stop("migration");

        assertThat(afterClosing(Duration.ofDays(1000)).snapshot().stopReason()).isEqualTo("migration");
        limiter.resume();

        assertThat(afterClosing(Duration.ZERO).snapshot().state()).isEqualTo(State.RUNNING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "closed", " a\tstop = \\ \u00e4\ud83d\ude00\ud83d\n#! :\u0000"})
    void forWhateverReason(String reason) {
        limiter.stop(reason);

        Snapshot after = afterClosing(SECOND).snapshot();

        assertThat(after.state()).isEqualTo(State.STOPPED);
        assertThat(after.stopReason()).isEqualTo(reason);
    }

    @Test
    void closingIsNoStopThatLasts() {
        assertThat(afterClosing(SECOND).snapshot().state()).isEqualTo(State.RUNNING);
    }

    @Test
    void aRefusalThatComesAfterClosingIsRemembered() {
        Permit permit = limiter.tryAcquire(1).orElseThrow();
        limiter.close();
        permit.onResult(Reply.tooManyFor(LONG));
        await().until(() -> store.load("api").orElseThrow().standing().probing());

        assertThat(anotherProcess().snapshot().state()).isEqualTo(State.PAUSED);
    }

    @Test
    void stoppedInAPauseThatEndsMeanwhileItProbesWhenResumed() {
        limiter.onResult(Reply.tooManyFor(SECOND));
        limiter.stop("look");
        afterClosing(Duration.ofHours(1));

        limiter.resume();

        assertThat(limiter.snapshot().state()).isEqualTo(State.PROBING);
    }

    @Test
    void aPauseUntilSomebodyResumesLasts() {
        settings = it -> it.failurePause(null).pauseAfterConsecutiveFailures(2);
        anotherProcess();
        limiter.onResult(Reply.ERROR_500);
        limiter.onResult(Reply.ERROR_500);

        Snapshot after = afterClosing(Duration.ofDays(3650)).snapshot();

        assertThat(after.state()).isEqualTo(State.PAUSED);
        assertThat(after.pauseReason()).isEqualTo(PauseReason.CONSECUTIVE_FAILURES);
        limiter.resume();
        assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 10, 60, 3600, 100_000})
    void theLimitComesBackAsIfTheProcessHadGoneOn(long away) {
        limiter.onResult(Reply.tooManyFor(SECOND));
        pass(SECOND);
        limiter.tryAcquire(1).orElseThrow().onResult(Reply.OK);
        await().until(() -> !store.load("api").orElseThrow().standing().probing());
        pass(Duration.ofSeconds(5));
        AdaptiveRateLimiter old = limiter;
        clock.advance(Duration.ofSeconds(away));
        wall.move(Duration.ofSeconds(away));

        AdaptiveRateLimiter fresh = anotherProcess();

        double limit = fresh.snapshot().limitForPeriod();
        assertThat(limit)
                .isCloseTo(old.snapshot().limitForPeriod(), within(1e-6))
                .isLessThanOrEqualTo(60);
        fresh.onResult(Reply.tooManyFor(SECOND));
        assertThat(fresh.snapshot().congestionEvents()).isEqualTo(2);
        assertThat(fresh.snapshot().limitForPeriod()).isLessThan(limit);
    }

    @Test
    void aLimitThatIsConfiguredAnewIsTheCeilingOfWhatWasLearned() {
        settings = it -> it.limitForPeriod(600);
        anotherProcess();
        limiter.onResult(Reply.tooManyFor(SECOND));
        settings = it -> it.limitForPeriod(12).unitOfWork(1);

        Snapshot after = afterClosing(Duration.ofHours(10)).snapshot();

        assertThat(after.configuredLimitForPeriod()).isEqualTo(12);
        assertThat(after.limitForPeriod()).isLessThanOrEqualTo(12);
    }

    @Test
    void aNewLimiterBeginsWithAFullBucket() {
        assertThat(permitsOf(limiter)).isEqualTo(10);
    }

    @Test
    void killedOverAndOverItNeverBringsABurst() {
        for (int i = 0; i < 5; i++) {
            afterAKill(SECOND);
            assertThat(permitsOf(limiter)).isZero();
        }
    }

    @Test
    void closedItGoesOnWithThePermitsItHad() {
        assertThat(limiter.acquirePermission(7)).isTrue();

        assertThat(permitsOf(afterClosing(Duration.ofSeconds(2)))).isEqualTo(5);
        assertThat(permitsOf(afterClosing(Duration.ZERO))).isZero();
        assertThat(permitsOf(afterClosing(Duration.ofDays(1)))).isEqualTo(10);
        assertThat(permitsOf(afterClosing(Duration.ofDays(-1)))).isZero();
    }

    @Test
    void whatWasThereWhenItWasClosedIsNotThereAgainAfterAKill() {
        afterClosing(Duration.ZERO);
        await().until(() -> Double.isNaN(store.load("api").orElseThrow().permits()));

        assertThat(permitsOf(anotherProcess())).isZero();
    }

    @Test
    void aDebtIsNotForgiven() {
        assertThat(limiter.acquirePermission(10)).isTrue();
        clock.advance(Duration.ofSeconds(10));
        assertThat(limiter.acquirePermission(30)).isTrue();

        afterClosing(Duration.ofSeconds(15));

        assertThat(permitsOf(limiter)).isZero();
        pass(Duration.ofSeconds(5));
        assertThat(permitsOf(limiter)).isZero();
        pass(SECOND);
        assertThat(permitsOf(limiter)).isOne();
    }

    @Test
    void failuresInARowAreCountedOn() {
        fail(19);

        afterClosing(Duration.ofMinutes(1));
        assertThat(limiter.snapshot().consecutiveFailures()).isEqualTo(19);
        assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);
        fail(1);

        assertThat(limiter.snapshot().state()).isEqualTo(State.PAUSED);
        assertThat(limiter.snapshot().pauseReason()).isEqualTo(PauseReason.CONSECUTIVE_FAILURES);
    }

    @Test
    void aCounterThatHasJumpedOverTheThresholdPauses() {
        settings = it -> it.pauseAfterConsecutiveFailures(30);
        anotherProcess();
        fail(23);
        settings = it -> it;

        assertThat(afterClosing(SECOND).snapshot().pauseReason()).isEqualTo(PauseReason.CONSECUTIVE_FAILURES);
        limiter.resume();
        fail(1);
        assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);
    }

    @Test
    void aSuccessIsRememberedToo() {
        fail(19);
        limiter.onSuccess();
        limiter.acquirePermission();
        limiter.onSuccess();
        afterClosing(SECOND);
        fail(19);

        assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);
    }

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            limiter.onResult(Reply.ERROR_500);
        }
    }

    @Test
    void whatCannotBeReadIsNotOverwrittenAndBringsNoPermits() {
        limiter.onResult(Reply.tooManyFor(LONG));
        limiter.close();
        store.failing = true;
        anotherProcess();
        store.failing = false;

        assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);
        assertThat(permitsOf(limiter)).isZero();
        assertThat(anotherProcess().snapshot().state()).isEqualTo(State.PAUSED);
    }

    @Test
    void whatCannotBeReadBecauseOfAnErrorBringsNoPermitsEither() {
        LimiterStateStore odd = new LimiterStateStore() {
            @Override
            public Optional<LimiterState> load(String name) {
                throw new AssertionError("odd");
            }

            @Override
            public void save(LimiterState state) {}
        };

        AdaptiveRateLimiter other = AdaptiveRateLimiter.of(
                "other", AdaptiveRateLimiterConfig.custom().stateStore(odd).build(), clock);

        assertThat(permitsOf(other)).isZero();
    }

    @Test
    void whatBelongsToAnotherLimiterIsNotBelieved() {
        limiter.stop("mine");
        limiter.close();
        LimiterStateStore confused = new LimiterStateStore() {
            @Override
            public Optional<LimiterState> load(String name) {
                return store.load("api");
            }

            @Override
            public void save(LimiterState state) {}
        };

        AdaptiveRateLimiter other = AdaptiveRateLimiter.of(
                "other", AdaptiveRateLimiterConfig.custom().stateStore(confused).build(), clock);

        assertThat(other.snapshot().state()).isEqualTo(State.RUNNING);
    }

    @Test
    void aKeyedLimiterThatWasForgottenComesBackInItsPause() {
        AdaptiveRateLimiterRegistry registry = AdaptiveRateLimiterRegistry.of(AdaptiveRateLimiterConfig.custom()
                .outcomeClassifier(Reply.CLASSIFIER)
                .clock(wall)
                .stateStore(store)
                .build());
        registry.forKey("maps", "tenant").onResult(Reply.tooManyFor(LONG));
        registry.rateLimiter("maps").stop("look");
        registry.close();

        AdaptiveRateLimiterRegistry next = AdaptiveRateLimiterRegistry.of(registry.getDefaultConfig());

        assertThat(next.forKey("maps", "tenant").snapshot().state()).isEqualTo(State.PAUSED);
        assertThat(next.forKey("maps", "other").snapshot().state()).isEqualTo(State.RUNNING);
        assertThat(next.rateLimiter("maps").snapshot().stopReason()).isEqualTo("look");
    }

    @Test
    void aSharedBudgetRemembersByItself() {
        assertThatThrownBy(() -> AdaptiveRateLimiterConfig.custom()
                        .sharedBudget(SharedBudget.inMemory())
                        .stateStore(store)
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("stateStore")
                .hasMessageContaining("sharedBudget");
    }
}
