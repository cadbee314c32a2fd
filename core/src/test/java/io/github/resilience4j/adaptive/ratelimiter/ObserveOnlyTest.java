package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A look at what the limiter would do: nobody is refused, everything is reported. */
class ObserveOnlyTest {

    private final FakeClock clock = new FakeClock();
    private final AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of(
            "api",
            AdaptiveRateLimiterConfig.custom()
                    .limitForPeriod(10)
                    .limitRefreshPeriod(Duration.ofSeconds(1))
                    .timeoutDuration(Duration.ofMillis(250))
                    .observeOnly(true)
                    .outcomeClassifier(Reply.CLASSIFIER)
                    .build(),
            clock);

    @Test
    void nobodyWaitsAndNobodyIsRefused() {
        for (int i = 0; i < 100; i++) {
            assertThat(limiter.acquirePermission()).isTrue();
            assertThat(limiter.tryAcquirePermission()).isZero();
            assertThat(limiter.reservePermission()).isZero();
            assertThat(limiter.tryAcquire(1)).isPresent();
            assertThat(limiter.acquireAsync(1, Duration.ZERO)).isCompleted();
            assertThat(limiter.background().acquirePermission()).isTrue();
        }
    }

    @Test
    void whoWouldHaveBeenRefusedIsCountedAndWhoWouldHaveWaitedIsNot() {
        List<Duration> waits = new ArrayList<>();
        limiter.events().onWaited(event -> waits.add(event.waited()));
        for (int i = 0; i < 5; i++) {
            assertThat(limiter.acquirePermission()).isTrue();
        }
        assertThat(waits).containsExactly(Duration.ofMillis(100), Duration.ofMillis(200));
        assertThat(limiter.snapshot().rejectedCalls()).isEqualTo(2);
    }

    @Test
    void nobodyIsHeldInAPauseButItIsReported() {
        limiter.tryAcquire(1).orElseThrow().onResult(Reply.tooManyFor(Duration.ofSeconds(60)));
        assertThat(limiter.snapshot().state()).isEqualTo(State.PAUSED);
        assertThat(limiter.acquirePermission()).isTrue();
        assertThat(limiter.snapshot().rejectedCalls()).isEqualTo(1);
        limiter.stop("by hand");
        assertThat(limiter.acquirePermission()).isTrue();
        assertThat(limiter.snapshot().rejectedCalls()).isEqualTo(2);
    }

    @Test
    void refusalsThatItWouldHaveSparedTheServerDoNotCutAgain() {
        limiter.tryAcquire(1).orElseThrow().onResult(Reply.tooManyFor(Duration.ofSeconds(2)));
        double afterTheCut = limiter.snapshot().limitForPeriod();
        for (int i = 0; i < 20; i++) {
            limiter.tryAcquire(1).orElseThrow().onResult(Reply.tooManyFor(Duration.ofSeconds(1)));
        }
        assertThat(limiter.snapshot().congestionEvents()).isEqualTo(1);
        assertThat(limiter.snapshot().limitForPeriod()).isEqualTo(afterTheCut);
        assertThat(limiter.snapshot().pauseRemaining()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void onlyTheProbeEndsAPause() {
        limiter.tryAcquire(1).orElseThrow().onResult(Reply.tooManyFor(Duration.ofSeconds(1)));
        Permit early = limiter.tryAcquire(1).orElseThrow();
        clock.advance(Duration.ofSeconds(1));
        early.onResult(Reply.OK);
        assertThat(limiter.snapshot().state()).isEqualTo(State.PROBING);
        Permit probe = limiter.tryAcquire(1).orElseThrow();
        Permit beside = limiter.tryAcquire(1).orElseThrow();
        beside.onResult(Reply.OK);
        assertThat(limiter.snapshot().state()).isEqualTo(State.PROBING);
        probe.onResult(Reply.OK);
        assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);
    }

    @Test
    void whatWasNotSentGoesBackOnlyIfItWasTaken() {
        Permit taken = limiter.tryAcquire(1).orElseThrow();
        Permit beyond = limiter.tryAcquire(1).orElseThrow();
        beyond.release();
        assertThat(limiter.getMetrics().getAvailablePermissions()).isZero();
        taken.release();
        assertThat(limiter.getMetrics().getAvailablePermissions()).isEqualTo(1);
    }
}
