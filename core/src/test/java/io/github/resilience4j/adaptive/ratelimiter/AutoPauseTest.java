package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.PauseReason;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Cases L16 to L18: too many failures in a row pause all calls. */
class AutoPauseTest {

    private final FakeClock clock = new FakeClock();
    private final AdaptiveRateLimiter limiter = limiter(config());

    private static AdaptiveRateLimiterConfig.Builder config() {
        return AdaptiveRateLimiterConfig.custom()
                .limitForPeriod(1000)
                .limitRefreshPeriod(Duration.ofSeconds(1))
                .burst(1000)
                .outcomeClassifier(Reply.CLASSIFIER);
    }

    private AdaptiveRateLimiter limiter(AdaptiveRateLimiterConfig.Builder config) {
        return AdaptiveRateLimiter.of("api", config.build(), clock);
    }

    private static void answer(AdaptiveRateLimiter limiter, int times, Reply reply) {
        for (int i = 0; i < times; i++) {
            limiter.tryAcquire(1).orElseThrow().onResult(reply);
        }
    }

    private void pass(Duration time) {
        clock.advance(time);
    }

    @Test
    void aSuccessInBetweenStartsTheCountAnew() {
        answer(limiter, 19, Reply.ERROR_500);
        answer(limiter, 1, Reply.OK);
        answer(limiter, 19, Reply.ERROR_500);

        assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);
        assertThat(limiter.snapshot().consecutiveFailures()).isEqualTo(19);
    }

    @Test
    void theTwentiethFailureInARowPauses() {
        answer(limiter, 20, Reply.ERROR_500);

        assertThat(limiter.snapshot().state()).isEqualTo(State.PAUSED);
        assertThat(limiter.snapshot().pauseReason()).isEqualTo(PauseReason.CONSECUTIVE_FAILURES);
        assertThat(limiter.snapshot().pauseRemaining()).isEqualTo(Duration.ofMinutes(1));
        assertThat(limiter.snapshot().limitForPeriod()).as("no cut").isEqualTo(1000);
    }

    @Test
    void aCountThatJumpsOverTheThresholdPausesToo() {
        AdaptiveRateLimiter spanning = limiter(config().failureSpan(Duration.ofSeconds(10)));
        answer(spanning, 22, Reply.ERROR_500);
        assertThat(spanning.snapshot().state()).isEqualTo(State.RUNNING);

        pass(Duration.ofSeconds(10));
        answer(spanning, 1, Reply.ERROR_500);

        assertThat(spanning.snapshot().consecutiveFailures()).isEqualTo(23);
        assertThat(spanning.snapshot().pauseReason()).isEqualTo(PauseReason.CONSECUTIVE_FAILURES);
    }

    @Test
    void afterResumingOneFailureDoesNotPauseAgain() {
        answer(limiter, 20, Reply.ERROR_500);

        limiter.resume();
        assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);
        assertThat(limiter.snapshot().consecutiveFailures()).isZero();
        limiter.onResult(Reply.ERROR_500);

        assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);
        assertThat(limiter.snapshot().consecutiveFailures()).isEqualTo(1);
    }

    @Test
    void thePauseDoublesWhileProbesFailAndEndsWithASuccess() {
        answer(limiter, 20, Reply.ERROR_500);
        for (int minutes : new int[] {1, 2, 4, 8, 15, 15}) {
            assertThat(limiter.snapshot().pauseRemaining()).isEqualTo(Duration.ofMinutes(minutes));
            assertThat(limiter.snapshot().pauseReason()).isEqualTo(PauseReason.CONSECUTIVE_FAILURES);
            pass(Duration.ofMinutes(minutes));
            answer(limiter, 1, Reply.ERROR_500);
        }
        pass(Duration.ofMinutes(15));
        answer(limiter, 1, Reply.OK);

        assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);
        assertThat(limiter.snapshot().consecutiveFailures()).isZero();
    }

    @Test
    void itDoublesNoFurtherThanTheLongestPause() {
        AdaptiveRateLimiter impatient = limiter(config().maxPause(Duration.ofMinutes(3)));
        answer(impatient, 20, Reply.ERROR_500);
        for (int minutes : new int[] {1, 2, 3, 3}) {
            assertThat(impatient.snapshot().pauseRemaining()).isEqualTo(Duration.ofMinutes(minutes));
            pass(Duration.ofMinutes(minutes));
            answer(impatient, 1, Reply.ERROR_500);
        }
    }

    @Test
    void withoutAFailurePauseOnlyAPersonResumes() {
        AdaptiveRateLimiter patient = limiter(config().failurePause(null));
        answer(patient, 20, Reply.UNAUTHORIZED);
        pass(Duration.ofDays(365));

        assertThat(patient.snapshot().state()).isEqualTo(State.PAUSED);
        assertThat(patient.tryAcquirePermission()).isEqualTo(Long.MAX_VALUE);
        assertThat(patient.acquirePermission()).isFalse();
        patient.resume();
        assertThat(patient.tryAcquirePermission()).isZero();
    }

    @Test
    void zeroSwitchesAutoPauseOff() {
        AdaptiveRateLimiter tireless = limiter(config().pauseAfterConsecutiveFailures(0));

        answer(tireless, 500, Reply.ERROR_500);

        assertThat(tireless.snapshot().state()).isEqualTo(State.RUNNING);
        assertThat(tireless.snapshot().consecutiveFailures()).isEqualTo(500);
    }

    static Stream<Reply> noFailures() {
        return Stream.of(Reply.SELF_REJECTED, Reply.NOT_FOUND, Reply.CANCELLED, Reply.TOO_MANY);
    }

    @ParameterizedTest
    @MethodSource("noFailures")
    void whatIsNoFailureLeavesTheCountAlone(Reply reply) {
        List<Permit> calls = Stream.generate(() -> limiter.tryAcquire(1).orElseThrow())
                .limit(30)
                .toList();
        answer(limiter, 3, Reply.ERROR_500);

        calls.forEach(call -> call.onResult(reply));

        assertThat(limiter.snapshot().consecutiveFailures()).isEqualTo(3);
    }

    @Test
    void rejectedKeysAndRefusedProbesCount() {
        answer(limiter, 5, Reply.UNAUTHORIZED);
        answer(limiter, 1, Reply.TOO_MANY);
        pass(Duration.ofSeconds(1));
        answer(limiter, 1, Reply.TOO_MANY);

        assertThat(limiter.snapshot().consecutiveFailures()).isEqualTo(6);
    }

    @Test
    void anyExceptionOfTheCallCountsButAnErrorDoesNot() {
        limiter.tryAcquire(1).orElseThrow().onError(new IllegalStateException());
        limiter.onError(new IllegalStateException());
        limiter.tryAcquire(1).orElseThrow().onError(new OutOfMemoryError());

        assertThat(limiter.snapshot().consecutiveFailures()).isEqualTo(2);
    }

    @Test
    void aClassifierThatThrowsHarmsNobody() {
        AdaptiveRateLimiter broken = limiter(config().outcomeClassifier((result, error) -> {
            throw new IllegalStateException("broken");
        }));

        answer(broken, 30, Reply.OK);

        assertThat(broken.snapshot().state()).isEqualTo(State.RUNNING);
        assertThat(broken.snapshot().inFlight()).isZero();
    }
}
