package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.PauseReason;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Cases L17, L23, L25 and the probe: after a pause one call leaves, and only its answer lets the others go. */
class PauseAndProbeTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final FakeClock clock = new FakeClock();
    private final AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of(
            "api",
            AdaptiveRateLimiterConfig.custom()
                    .limitForPeriod(100)
                    .limitRefreshPeriod(SECOND)
                    .burst(10)
                    .outcomeClassifier(Reply.CLASSIFIER)
                    .build(),
            clock);

    private State state() {
        return limiter.snapshot().state();
    }

    private Permit probeAfterPauseOf(Duration pause) {
        limiter.tryAcquire(1).orElseThrow().onResult(Reply.tooManyFor(pause));
        clock.advance(pause);
        assertThat(state()).isEqualTo(State.PROBING);
        return limiter.tryAcquire(1).orElseThrow();
    }

    @Test
    void nothingLeavesInAPauseThenOneCallThenAllPaced() {
        limiter.onResult(Reply.tooManyFor(SECOND));
        for (int i = 0; i < 100; i++) {
            assertThat(limiter.tryAcquirePermission()).isPositive();
            assertThat(limiter.reservePermission()).isNegative();
            assertThat(limiter.background().acquirePermission()).isFalse();
            clock.advance(Duration.ofMillis(10));
        }

        Permit probe = limiter.tryAcquire(1).orElseThrow();
        assertThat(limiter.tryAcquire(1)).isEmpty();
        assertThat(limiter.tryAcquirePermission()).isGreaterThanOrEqualTo(1_000_000L);
        assertThat(limiter.reservePermission()).isNegative();
        probe.onResult(Reply.OK);

        assertThat(state()).isEqualTo(State.RUNNING);
        assertThat(limiter.tryAcquirePermission()).as("the bucket starts empty").isPositive();
    }

    @Test
    void aReservationMayBeTheProbe() {
        limiter.onResult(Reply.tooManyFor(SECOND));
        clock.advance(SECOND);

        assertThat(limiter.reservePermission()).isZero();
        assertThat(limiter.reservePermission()).isNegative();
        limiter.onResult(Reply.OK);

        assertThat(state()).isEqualTo(State.RUNNING);
    }

    @Test
    void theProbeTakesNothingFromTheBucketWhichFillsSinceThePauseEnded() {
        Permit probe = probeAfterPauseOf(SECOND);
        clock.advance(Duration.ofMillis(100));

        probe.onResult(Reply.OK);

        assertThat(limiter.getMetrics().getAvailablePermissions()).isBetween(4, 5);
    }

    @Test
    void noSuccessEndsAPause() {
        Permit early = limiter.tryAcquire(1).orElseThrow();
        assertThat(limiter.tryAcquirePermission()).isZero();
        limiter.tryAcquire(1).orElseThrow().onResult(Reply.tooManyFor(SECOND));

        early.onResult(Reply.OK);
        limiter.onResult(Reply.OK);

        assertThat(state()).isEqualTo(State.PAUSED);
        assertThat(limiter.snapshot().pauseRemaining()).isEqualTo(SECOND);
    }

    @Test
    void aNotFoundPassesTheProbe() {
        probeAfterPauseOf(SECOND).onResult(Reply.NOT_FOUND);

        assertThat(state()).isEqualTo(State.RUNNING);
    }

    @Test
    void refusedProbesWaitLongerEachTimeAndCutNothing() {
        Permit probe = probeAfterPauseOf(SECOND);
        double limit = limiter.snapshot().limitForPeriod();
        for (int expected : new int[] {2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900}) {
            probe.onResult(Reply.tooManyFor(SECOND));
            assertThat(limiter.snapshot().pauseRemaining()).isEqualTo(Duration.ofSeconds(expected));
            clock.advance(Duration.ofSeconds(expected));
            probe = limiter.tryAcquire(1).orElseThrow();
        }
        assertThat(limiter.snapshot().limitForPeriod()).isEqualTo(limit);
        assertThat(limiter.snapshot().congestionEvents()).isEqualTo(1);
    }

    @Test
    void aRefusedProbeObeysALongerRetryAfter() {
        probeAfterPauseOf(SECOND).onResult(Reply.tooManyFor(Duration.ofSeconds(63)));

        assertThat(limiter.snapshot().pauseRemaining()).isEqualTo(Duration.ofSeconds(63));
    }

    static Stream<Reply> troubles() {
        return Stream.of(Reply.ERROR_500, Reply.QUOTA_SPENT);
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void aProbeThatMeetsTroubleIsPausedAgainWithoutACut(Reply trouble) {
        probeAfterPauseOf(SECOND).onResult(trouble);

        assertThat(limiter.snapshot().pauseRemaining()).isEqualTo(Duration.ofSeconds(2));
        assertThat(limiter.snapshot().congestionEvents()).isEqualTo(1);
    }

    static Stream<Reply> silences() {
        return Stream.of(Reply.UNAUTHORIZED, Reply.SELF_REJECTED, Reply.CANCELLED);
    }

    @ParameterizedTest
    @MethodSource("silences")
    void aProbeThatLearnsNothingHandsItsPlaceOnAtOnce(Reply silence) {
        probeAfterPauseOf(SECOND).onResult(silence);

        assertThat(state()).isEqualTo(State.PROBING);
        limiter.tryAcquire(1).orElseThrow().onResult(Reply.OK);
        assertThat(state()).isEqualTo(State.RUNNING);
    }

    @Test
    void aProbeThatEndsInAnErrorOrIsNeverSentHandsItsPlaceOn() {
        Permit probe = probeAfterPauseOf(SECOND);
        probe.release();
        Permit second = limiter.tryAcquire(1).orElseThrow();
        second.onError(new StackOverflowError());
        Permit third = limiter.tryAcquire(1).orElseThrow();
        third.onError(new CancellationException());

        assertThat(limiter.tryAcquire(1)).isPresent();
    }

    @Test
    void aProbeThatNeverAnswersGivesItsPlaceAwayAfterTheTimeout() {
        Permit lost = probeAfterPauseOf(SECOND);
        clock.advance(Duration.ofSeconds(30).minusNanos(1));
        assertThat(limiter.tryAcquire(1)).isEmpty();
        clock.advanceNanos(1);

        Permit next = limiter.tryAcquire(1).orElseThrow();
        lost.onResult(Reply.OK);
        assertThat(state()).as("a stranger's answer").isEqualTo(State.PROBING);
        next.onResult(Reply.OK);

        assertThat(state()).isEqualTo(State.RUNNING);
    }

    @Test
    void aProbeWithoutIdentityThatNeverAnswersGivesItsPlaceAwayToo() {
        limiter.onResult(Reply.tooManyFor(SECOND));
        clock.advance(SECOND);
        assertThat(limiter.tryAcquirePermission()).isZero();
        clock.advance(Duration.ofSeconds(30));

        assertThat(limiter.tryAcquirePermission()).isZero();
    }

    @Test
    void aStopByAPersonOutlivesRefusalsAndSuccesses() {
        Permit early = limiter.tryAcquire(1).orElseThrow();
        Permit late = limiter.tryAcquire(1).orElseThrow();
        limiter.stop("maintenance until noon");

        early.onResult(Reply.tooManyFor(SECOND));
        late.onResult(Reply.OK);
        clock.advance(Duration.ofDays(2));

        assertThat(state()).isEqualTo(State.STOPPED);
        assertThat(limiter.snapshot().stopReason()).isEqualTo("maintenance until noon");
        assertThat(limiter.tryAcquirePermission()).isEqualTo(Long.MAX_VALUE);
        assertThat(limiter.acquirePermission()).isFalse();
        assertThat(limiter.reservePermission()).isNegative();
    }

    @Test
    void resumingAStopInAPauseTheServerAskedForLetsOneCallFindOut() {
        limiter.onResult(Reply.tooManyFor(Duration.ofHours(17)));
        limiter.stop("holiday");

        limiter.resume();

        assertThat(state()).isEqualTo(State.PROBING);
        Permit probe = limiter.tryAcquire(1).orElseThrow();
        assertThat(limiter.tryAcquire(1)).isEmpty();
        probe.onResult(Reply.OK);
        assertThat(state()).isEqualTo(State.RUNNING);
        assertThat(limiter.snapshot().stopReason()).isEmpty();
    }

    @Test
    void resumingAStopThatStoppedNothingElseRuns() {
        limiter.stop("holiday");

        limiter.resume();

        assertThat(state()).isEqualTo(State.RUNNING);
        assertThat(limiter.tryAcquirePermission()).isZero();
    }

    @Test
    void aPauseByHandEndsWithAProbeUnlessResumed() {
        limiter.pause(SECOND);
        assertThat(limiter.snapshot().pauseReason()).isEqualTo(PauseReason.MANUAL);
        assertThat(limiter.tryAcquirePermission()).isEqualTo(SECOND.toNanos());
        limiter.resume();
        assertThat(state()).isEqualTo(State.RUNNING);
        assertThat(limiter.snapshot().pauseReason()).isEqualTo(PauseReason.NONE);

        limiter.pause(SECOND);
        clock.advance(SECOND);
        assertThat(state()).isEqualTo(State.PROBING);
        assertThat(limiter.snapshot().limitForPeriod()).isEqualTo(100);
    }

    @Test
    void theReasonShownIsThatOfThePauseEndingLast() {
        limiter.onResult(Reply.tooManyFor(Duration.ofSeconds(5)));
        limiter.pause(Duration.ofSeconds(9));
        assertThat(limiter.snapshot().pauseReason()).isEqualTo(PauseReason.MANUAL);

        limiter.resume();

        assertThat(state()).isEqualTo(State.PROBING);
        assertThat(limiter.snapshot().pauseReason()).isEqualTo(PauseReason.RETRY_AFTER);
    }

    @Test
    void aPauseOfHoursRefusesEachAtOnceAndThenProbesOnce() {
        Duration pause = Duration.ofSeconds(63_160);
        limiter.onResult(Reply.tooManyFor(pause));

        for (int hour = 0; hour < 17; hour++) {
            assertThat(limiter.acquirePermission()).isFalse();
            assertThat(limiter.snapshot().pauseRemaining()).isEqualTo(pause.minusHours(hour));
            clock.advance(Duration.ofHours(1));
        }
        clock.advance(pause.minusHours(17));
        assertThat(limiter.tryAcquire(1)).isPresent();
        assertThat(limiter.tryAcquire(1)).isEmpty();
        assertThat(limiter.snapshot().rejectedCalls()).isEqualTo(18);
    }

    @Test
    void aPauseBeyondTheLongestIsProbedOncePerLongestPause() {
        Permit probe = probeAfterPauseOf(SECOND);
        for (int day = 0; day < 3; day++) {
            probe.onResult(Reply.tooManyFor(Duration.ofDays(36_525)));
            assertThat(limiter.snapshot().pauseRemaining()).isEqualTo(Duration.ofHours(24));
            clock.advance(Duration.ofHours(24));
            probe = limiter.tryAcquire(1).orElseThrow();
        }
    }

    @Test
    void aStageGivenAsAResultIsFollowedToItsEnd() {
        Permit probe = probeAfterPauseOf(SECOND);
        CompletableFuture<Reply> answer = new CompletableFuture<>();

        probe.onResult(answer);
        assertThat(state()).isEqualTo(State.PROBING);
        answer.complete(Reply.OK);

        assertThat(state()).isEqualTo(State.RUNNING);
    }

    @Test
    void aClosedLimiterRefusesForGood() {
        limiter.close();
        limiter.close();

        assertThat(limiter.acquirePermission()).isFalse();
        assertThat(limiter.tryAcquirePermission()).isEqualTo(Long.MAX_VALUE);
        assertThatThrownBy(limiter::resume)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("api");
    }

    @Test
    void nonsensePausesAreRefused() {
        for (Duration nonsense : new Duration[] {Duration.ZERO, Duration.ofSeconds(-1), Duration.ofDays(365_000)}) {
            assertThatThrownBy(() -> limiter.pause(nonsense))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("duration is " + nonsense);
        }
        assertThat(state()).isEqualTo(State.RUNNING);
    }
}
