package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a call weighs is known only after it. */
class SettledWeightsTest {

    private final FakeClock clock = new FakeClock();
    private final AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of(
            "api",
            AdaptiveRateLimiterConfig.custom()
                    .limitForPeriod(10)
                    .limitRefreshPeriod(Duration.ofSeconds(1))
                    .burst(10)
                    .outcomeClassifier(Reply.CLASSIFIER)
                    .build(),
            clock);

    private int available() {
        return limiter.getMetrics().getAvailablePermissions();
    }

    @Test
    void whatWasTooMuchGoesBack() {
        Permit permit = limiter.tryAcquire(6).orElseThrow();
        permit.settle(2);
        assertThat(available()).isEqualTo(8);
    }

    @Test
    void whatIsMissingIsADebtThatTheNextOnesPay() {
        Permit permit = limiter.tryAcquire(6).orElseThrow();
        permit.settle(25);
        assertThat(available()).isEqualTo(-15);
        assertThat(limiter.tryAcquirePermission())
                .isEqualTo(Duration.ofMillis(1600).toNanos());
    }

    @Test
    void maySaySoAfterTheAnswerAndAgain() {
        Permit permit = limiter.tryAcquire(1).orElseThrow();
        permit.onResult(Reply.OK);
        permit.settle(5);
        permit.settle(3);
        assertThat(available()).isEqualTo(7);
    }

    @Test
    void aCallThatCostNothingWeighsNothing() {
        limiter.tryAcquire(4).orElseThrow().settle(0);
        assertThat(available()).isEqualTo(10);
    }

    @Test
    void releaseGivesBackWhatWasSettledAndAfterItNothingCounts() {
        Permit permit = limiter.tryAcquire(4).orElseThrow();
        permit.settle(6);
        permit.release();
        permit.settle(1);
        assertThat(available()).isEqualTo(10);
    }

    @Test
    void nothingGoesBackIntoABucketThatACutHasEmptied() {
        Permit heavy = limiter.tryAcquire(5).orElseThrow();
        limiter.tryAcquire(1).orElseThrow().onResult(Reply.tooManyFor(Duration.ofSeconds(1)));
        heavy.settle(1);
        assertThat(available()).isLessThanOrEqualTo(0);
    }

    @Test
    void aDebtMadeInAPauseIsPaidAfterIt() {
        Permit heavy = limiter.tryAcquire(1).orElseThrow();
        limiter.pause(Duration.ofSeconds(1));
        heavy.settle(21);
        clock.advance(Duration.ofSeconds(1));
        limiter.tryAcquire(1).orElseThrow().onResult(Reply.OK);
        assertThat(available()).isEqualTo(-11);
    }

    @Test
    void refusesNegativeWeights() {
        Permit permit = limiter.tryAcquire(1).orElseThrow();
        assertThatIllegalArgumentException().isThrownBy(() -> permit.settle(-1)).withMessageContaining("permits is -1");
    }
}
