package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.PauseReason;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cases L7 to L10, L12, L13: one cut per event, exact pauses, recovery by elapsed time. */
class CongestionTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final FakeClock clock = new FakeClock();

    private AdaptiveRateLimiter fortyAMinute() {
        return limiter(AdaptiveRateLimiterConfig.custom().burst(20));
    }

    private AdaptiveRateLimiter limiter(AdaptiveRateLimiterConfig.Builder config) {
        return AdaptiveRateLimiter.of(
                "api", config.outcomeClassifier(Reply.CLASSIFIER).build(), clock);
    }

    private static List<Permit> send(AdaptiveRateLimiter limiter, int calls) {
        List<Permit> permits = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            permits.add(limiter.tryAcquire(1).orElseThrow());
        }
        return permits;
    }

    private static void passProbe(AdaptiveRateLimiter limiter) {
        limiter.tryAcquire(1).orElseThrow().onResult(Reply.OK);
        assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);
    }

    @Test
    void twentyRefusalsAtOnceAreOneEvent() {
        AdaptiveRateLimiter limiter = fortyAMinute();

        for (Permit permit : send(limiter, 20)) {
            permit.onResult(Reply.tooManyFor(SECOND));
        }

        assertThat(limiter.snapshot().limitForPeriod()).isBetween(19.0, 20.0);
        assertThat(limiter.snapshot().congestionEvents()).isEqualTo(1);
        assertThat(limiter.snapshot().throttledCalls()).isEqualTo(20);
    }

    @Test
    void twentyRefusalsThroughBareHooksAreOneEvent() {
        AdaptiveRateLimiter limiter = fortyAMinute();
        for (int i = 0; i < 20; i++) {
            assertThat(limiter.tryAcquirePermission()).isZero();
        }

        for (int i = 0; i < 20; i++) {
            limiter.onResult(Reply.tooManyFor(SECOND));
        }

        assertThat(limiter.snapshot().limitForPeriod()).isBetween(19.0, 20.0);
        assertThat(limiter.snapshot().congestionEvents()).isEqualTo(1);
    }

    @Test
    void aLateRefusalOfACallSentBeforeTheCutExtendsThePauseAtMost() {
        AdaptiveRateLimiter limiter = fortyAMinute();
        List<Permit> calls = send(limiter, 3);
        calls.get(0).onResult(Reply.tooManyFor(SECOND));
        clock.advance(SECOND);
        passProbe(limiter);
        double limit = limiter.snapshot().limitForPeriod();

        calls.get(1).onResult(Reply.TOO_MANY);
        assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);
        calls.get(2).onResult(Reply.tooManyFor(SECOND));

        assertThat(limiter.snapshot().state()).isEqualTo(State.PAUSED);
        assertThat(limiter.snapshot().pauseRemaining()).isEqualTo(SECOND);
        assertThat(limiter.snapshot().congestionEvents()).isEqualTo(1);
        clock.advance(SECOND);
        passProbe(limiter);
        assertThat(limiter.snapshot().limitForPeriod()).isGreaterThanOrEqualTo(limit);
    }

    @Test
    void aCallSentAfterTheCutIsANewEvent() {
        AdaptiveRateLimiter limiter = fortyAMinute();
        send(limiter, 1).get(0).onResult(Reply.tooManyFor(SECOND));
        clock.advance(SECOND);
        passProbe(limiter);
        clock.advance(Duration.ofSeconds(30));

        send(limiter, 1).get(0).onResult(Reply.tooManyFor(SECOND));

        assertThat(limiter.snapshot().congestionEvents()).isEqualTo(2);
    }

    @Test
    void bareRefusalsInThePauseOrBesideTheProbeCutNothing() {
        AdaptiveRateLimiter limiter = fortyAMinute();
        limiter.onResult(Reply.tooManyFor(SECOND));
        limiter.onResult(Reply.tooManyFor(SECOND));
        clock.advance(SECOND);
        Permit probe = limiter.tryAcquire(1).orElseThrow();

        limiter.onResult(Reply.TOO_MANY);

        assertThat(limiter.snapshot().congestionEvents()).isEqualTo(1);
        probe.onResult(Reply.OK);
        assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);
    }

    @Test
    void aShorterRetryAfterDoesNotShortenAPause() {
        AdaptiveRateLimiter limiter = fortyAMinute();

        limiter.onResult(Reply.tooManyFor(Duration.ofSeconds(60)));
        limiter.onResult(Reply.tooManyFor(SECOND));

        assertThat(limiter.snapshot().pauseRemaining()).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void aLongerRetryAfterLengthensAPause() {
        AdaptiveRateLimiter limiter = fortyAMinute();

        limiter.onResult(Reply.tooManyFor(SECOND));
        limiter.onResult(Reply.tooManyFor(Duration.ofSeconds(60)));

        assertThat(limiter.snapshot().pauseRemaining()).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void retryAfterIsExactToTheNanosecond() {
        AdaptiveRateLimiter limiter = fortyAMinute();
        limiter.onResult(Reply.tooManyFor(SECOND));
        assertThat(limiter.snapshot().pauseReason()).isEqualTo(PauseReason.RETRY_AFTER);

        clock.advanceNanos(999_999_999);
        assertThat(limiter.tryAcquirePermission()).isEqualTo(1);
        clock.advanceNanos(1);
        assertThat(limiter.tryAcquirePermission()).isZero();
    }

    @Test
    void withoutRetryAfterTheDefaultPauseHolds() {
        AdaptiveRateLimiter limiter = limiter(AdaptiveRateLimiterConfig.custom().defaultPause(Duration.ofMillis(1500)));

        limiter.onResult(Reply.TOO_MANY);

        assertThat(limiter.snapshot().pauseRemaining()).isEqualTo(Duration.ofMillis(1500));
        assertThat(limiter.snapshot().pauseReason()).isEqualTo(PauseReason.THROTTLED);
    }

    @Test
    void pausesLongerThanTheRecoveryDoNotKeepTheLimitFromAdapting() {
        AdaptiveRateLimiter limiter = limiter(
                AdaptiveRateLimiterConfig.custom().recovery(Recovery.LINEAR).recoveryDuration(Duration.ofSeconds(10)));
        for (int event = 1; event <= 4; event++) {
            double before = limiter.snapshot().limitForPeriod();
            limiter.tryAcquire(1).orElseThrow().onResult(Reply.tooManyFor(Duration.ofMinutes(1)));
            assertThat(limiter.snapshot().congestionEvents()).isEqualTo(event);
            assertThat(limiter.snapshot().limitForPeriod()).isCloseTo(before / 2, within(1e-9));
            clock.advance(Duration.ofMinutes(1));
            passProbe(limiter);
            clock.advance(Duration.ofSeconds(5));
        }
    }

    @Test
    void linearRecoveryIsBackAtTheLimitAfterExactlyItsDuration() {
        AdaptiveRateLimiter limiter = limiter(AdaptiveRateLimiterConfig.custom().recovery(Recovery.LINEAR));
        limiter.onResult(Reply.tooManyFor(SECOND));
        assertThat(limiter.snapshot().limitForPeriod()).isEqualTo(20, within(1e-9));
        clock.advance(SECOND);
        passProbe(limiter);

        clock.advance(Duration.ofSeconds(150));
        assertThat(limiter.snapshot().limitForPeriod()).isEqualTo(30, within(1e-9));
        clock.advance(Duration.ofSeconds(150).minusNanos(1));
        assertThat(limiter.snapshot().limitForPeriod()).isLessThan(40);
        clock.advanceNanos(1);
        assertThat(limiter.snapshot().limitForPeriod()).isEqualTo(40);
    }

    @ParameterizedTest
    @EnumSource(Recovery.class)
    void recoveryDependsOnNothingButTime(Recovery recovery) {
        List<Double> quiet = limitsOverFiveMinutes(recovery, 1, 0);

        assertThat(limitsOverFiveMinutes(recovery, 100, 0)).isEqualTo(quiet);
        assertThat(limitsOverFiveMinutes(recovery, 1, 10_000)).isEqualTo(quiet);
    }

    private List<Double> limitsOverFiveMinutes(Recovery recovery, int callsASecond, int readsASecond) {
        AdaptiveRateLimiter limiter = limiter(AdaptiveRateLimiterConfig.custom().recovery(recovery));
        limiter.onResult(Reply.tooManyFor(SECOND));
        clock.advance(SECOND);
        passProbe(limiter);
        List<Double> limits = new ArrayList<>();
        for (int second = 0; second < 300; second++) {
            for (int i = 0; i < callsASecond; i++) {
                limiter.tryAcquire(1).ifPresent(permit -> permit.onResult(Reply.OK));
            }
            for (int i = 0; i < readsASecond; i++) {
                limiter.snapshot();
            }
            limits.add(limiter.snapshot().limitForPeriod());
            clock.advance(SECOND);
        }
        return limits;
    }

    @Test
    void recoveryCountsFromTheEndOfThePauseEvenIfTheProbeAnswersLate() {
        AdaptiveRateLimiter limiter = limiter(AdaptiveRateLimiterConfig.custom().recovery(Recovery.LINEAR));
        limiter.onResult(Reply.tooManyFor(SECOND));
        clock.advance(SECOND);
        Permit probe = limiter.tryAcquire(1).orElseThrow();
        clock.advance(Duration.ofSeconds(15));

        probe.onResult(Reply.OK);

        assertThat(limiter.snapshot().limitForPeriod()).isEqualTo(21, within(1e-9));
    }

    @Test
    void theLimitNeverLeavesItsBounds() {
        AdaptiveRateLimiter limiter = limiter(AdaptiveRateLimiterConfig.custom().minLimitForPeriod(10));
        for (int event = 0; event < 50; event++) {
            limiter.tryAcquire(1).orElseThrow().onResult(Reply.tooManyFor(SECOND));
            assertThat(limiter.snapshot().limitForPeriod()).isBetween(10.0 - 1e-9, 40.0);
            clock.advance(SECOND);
            passProbe(limiter);
            clock.advance(Duration.ofSeconds(event % 7 * 100L + 10));
            assertThat(limiter.snapshot().limitForPeriod()).isBetween(10.0 - 1e-9, 40.0);
        }
    }

    @Test
    void aServerInTroubleThatNamesATimePausesWithoutACut() {
        AdaptiveRateLimiter limiter = fortyAMinute();

        send(limiter, 1).get(0).onResult(Reply.unavailableFor(Duration.ofSeconds(7)));

        assertThat(limiter.snapshot().state()).isEqualTo(State.PAUSED);
        assertThat(limiter.snapshot().pauseRemaining()).isEqualTo(Duration.ofSeconds(7));
        assertThat(limiter.snapshot().limitForPeriod()).isEqualTo(40);
        assertThat(limiter.snapshot().congestionEvents()).isZero();
        assertThat(limiter.snapshot().consecutiveFailures()).isEqualTo(1);
    }

    @Test
    void successesBeyondTheCallsOutstandingTeachNothing() {
        AdaptiveRateLimiter flux = fortyAMinute();
        assertThat(flux.tryAcquirePermission()).isZero();
        for (int element = 0; element < 1000; element++) {
            flux.onResult(element);
        }
        assertThat(flux.snapshot().inFlight()).isZero();
        flux.onResult(Reply.tooManyFor(Duration.ofSeconds(60)));

        assertThat(flux.snapshot().limitForPeriod())
                .as("as if one call had been accepted")
                .isBetween(19.0, 20.0);
    }
}
