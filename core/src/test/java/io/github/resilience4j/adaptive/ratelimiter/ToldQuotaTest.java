package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.outcome.QuotaHint;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server that tells what is left is followed before it refuses anything. */
class ToldQuotaTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final FakeClock clock = new FakeClock();

    /** Results are hints, refusals are {@link Reply}s. */
    private static final class Telling implements OutcomeClassifier {
        @Override
        public Outcome classify(@Nullable Object result, @Nullable Throwable error) {
            return Reply.CLASSIFIER.classify(result, error);
        }

        @Override
        public Optional<QuotaHint> quota(@Nullable Object result) {
            if ("broken".equals(result)) {
                throw new IllegalStateException("broken");
            }
            return result instanceof QuotaHint hint ? Optional.of(hint) : Optional.empty();
        }
    }

    private AdaptiveRateLimiter limiter(int perMinute, double burst) {
        return AdaptiveRateLimiter.of(
                "api",
                AdaptiveRateLimiterConfig.custom()
                        .limitForPeriod(perMinute)
                        .burst(burst)
                        .outcomeClassifier(new Telling())
                        .build(),
                clock);
    }

    private static QuotaHint left(long remaining, Duration reset) {
        return new QuotaHint(
                OptionalLong.empty(), OptionalLong.of(remaining), Optional.of(reset), Optional.empty(), "RateLimit");
    }

    private static QuotaHint left(long remaining, Duration reset, long limit, Duration window) {
        return new QuotaHint(
                OptionalLong.of(limit),
                OptionalLong.of(remaining),
                Optional.of(reset),
                Optional.of(window),
                "RateLimit");
    }

    private static double limit(AdaptiveRateLimiter limiter) {
        return limiter.snapshot().limitForPeriod();
    }

    @Test
    void whatIsLeftIsSpreadOverTheRestOfTheWindow() {
        AdaptiveRateLimiter limiter = limiter(600, 1);
        limiter.tryAcquire(1).orElseThrow().onResult(left(20, MINUTE));
        assertThat(limit(limiter)).isEqualTo(20, offset(1e-6));
        assertThat(limiter.snapshot().congestionEvents()).isZero();
        assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);
        assertThat(limiter.tryAcquirePermission()).isBetween(2_999_000_000L, 3_001_000_000L);
    }

    @Test
    void aSecondAfterTheWindowTheLimitIsWhatItWas() {
        AdaptiveRateLimiter limiter = limiter(600, 1);
        limiter.tryAcquire(1).orElseThrow().onResult(left(20, MINUTE));
        clock.advance(MINUTE);
        assertThat(limit(limiter)).isEqualTo(20, offset(1e-6));
        clock.advance(SECOND);
        assertThat(limit(limiter)).isEqualTo(600, offset(1e-6));
    }

    @Test
    void afterTheWindowAPolicyHoldsIfOneWasTold() {
        AdaptiveRateLimiter limiter = limiter(600, 1);
        limiter.tryAcquire(1).orElseThrow().onResult(left(20, Duration.ofSeconds(30), 100, MINUTE));
        clock.advance(Duration.ofSeconds(31));
        assertThat(limit(limiter)).isEqualTo(100, offset(1e-6));
    }

    @Test
    void aPolicyAloneIsHeldTo() {
        AdaptiveRateLimiter limiter = limiter(600, 1);
        QuotaHint policy = new QuotaHint(
                OptionalLong.of(100), OptionalLong.empty(), Optional.empty(), Optional.of(MINUTE), "RateLimit-Policy");
        limiter.tryAcquire(1).orElseThrow().onResult(policy);
        assertThat(limit(limiter)).isEqualTo(100, offset(1e-6));
    }

    @Test
    void noServerRaisesTheConfiguredLimit() {
        AdaptiveRateLimiter limiter = limiter(60, 1);
        limiter.tryAcquire(1).orElseThrow().onResult(left(100_000, SECOND, 100_000, SECOND));
        assertThat(limit(limiter)).isEqualTo(60);
    }

    @Test
    void moreLeftThanThoughtLiftsTheBound() {
        AdaptiveRateLimiter limiter = limiter(600, 1);
        limiter.tryAcquire(1).orElseThrow().onResult(left(2, Duration.ofSeconds(10)));
        clock.advance(Duration.ofSeconds(5));
        limiter.tryAcquire(1).orElseThrow().onResult(left(500, MINUTE));
        assertThat(limit(limiter)).isEqualTo(500, offset(1e-6));
        clock.advance(SECOND);
        limiter.tryAcquire(1).orElseThrow().onResult(left(5000, MINUTE));
        assertThat(limit(limiter)).isEqualTo(600, offset(1e-6));
    }

    @Test
    void aBucketHoldsNoMoreThanWhatIsLeft() {
        AdaptiveRateLimiter limiter = limiter(600, 50);
        limiter.tryAcquire(1).orElseThrow().onResult(left(3, MINUTE));
        assertThat(limiter.getMetrics().getAvailablePermissions()).isEqualTo(3);
    }

    @Test
    void callsOnTheirWayAreNotLeftAnyMore() {
        AdaptiveRateLimiter limiter = limiter(600, 50);
        Permit first = limiter.tryAcquire(1).orElseThrow();
        for (int i = 0; i < 5; i++) {
            assertThat(limiter.tryAcquire(1)).isPresent();
        }
        first.onResult(left(25, MINUTE));
        assertThat(limit(limiter)).isEqualTo(20, offset(1e-6));
    }

    @Test
    void nothingLeftIsNoPauseButTheNextCallComesWhenTheWindowEnds() {
        AdaptiveRateLimiter limiter = limiter(600, 5);
        limiter.tryAcquire(1).orElseThrow().onResult(left(0, Duration.ofMillis(9500)));
        assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);
        assertThat(limiter.tryAcquirePermission()).isBetween(9_499_000_000L, 9_501_000_000L);
    }

    @ParameterizedTest
    @CsvSource({"PT0S, PT1S", "PT3S, PT4S", "PT3.5S, PT3.5S"})
    void aWindowToldInWholeSecondsMayEndOneLater(Duration reset, Duration next) {
        AdaptiveRateLimiter limiter = limiter(600, 1);
        limiter.tryAcquire(1).orElseThrow().onResult(left(0, reset));
        assertThat(limiter.tryAcquirePermission()).isBetween(next.toNanos() - 1_000_000, next.toNanos() + 1_000_000);
    }

    @Test
    void whatIsToldInAPauseOrByAProbeEndsNothing() {
        AdaptiveRateLimiter limiter = limiter(600, 5);
        Permit before = limiter.tryAcquire(1).orElseThrow();
        limiter.tryAcquire(1).orElseThrow().onResult(Reply.tooManyFor(SECOND));
        before.onResult(left(1000, SECOND));
        assertThat(limiter.snapshot().pauseRemaining()).isEqualTo(SECOND);
    }

    @Test
    void aRecoveryGoesOnUnderABound() {
        AdaptiveRateLimiter limiter = limiter(600, 1);
        limiter.tryAcquire(1).orElseThrow().onResult(Reply.tooManyFor(SECOND));
        clock.advance(SECOND);
        limiter.tryAcquire(1).orElseThrow().onResult(Reply.OK);
        clock.advance(Duration.ofSeconds(5));
        double before = limit(limiter);
        limiter.tryAcquire(1).orElseThrow().onResult(left(10, MINUTE));
        assertThat(limit(limiter)).isEqualTo(10, offset(1e-6));
        clock.advance(MINUTE.plus(SECOND));
        assertThat(limit(limiter)).isGreaterThanOrEqualTo(before);
    }

    @Test
    void aClassifierThatThrowsHarmsNobody() {
        AdaptiveRateLimiter limiter = limiter(600, 1);
        limiter.tryAcquire(1).orElseThrow().onResult("broken");
        assertThat(limit(limiter)).isEqualTo(600);
    }

    @Test
    void bareHooksAreHeardToo() {
        AdaptiveRateLimiter limiter = limiter(600, 1);
        assertThat(limiter.acquirePermission()).isTrue();
        limiter.onResult(left(20, MINUTE));
        assertThat(limit(limiter)).isEqualTo(20, offset(1e-6));
    }

    @Test
    void whateverAServerTellsTheLimitStaysInItsBoundsAndPermitsAreConserved() {
        Random random = new Random(7);
        AdaptiveRateLimiter limiter = limiter(600, 10);
        double granted = 0;
        double seconds = 0;
        for (int i = 0; i < 20_000; i++) {
            Optional<Permit> permit = limiter.tryAcquire(1);
            if (permit.isPresent()) {
                granted++;
                long reset = (long) Math.pow(10, random.nextInt(14));
                long remaining = random.nextInt(4) == 0 ? random.nextLong(1L << 40) : random.nextInt(50);
                permit.get()
                        .onResult(left(
                                remaining,
                                Duration.ofNanos(reset),
                                1 + random.nextInt(1000),
                                Duration.ofMillis(1 + random.nextInt(100_000))));
            }
            assertThat(limit(limiter)).isBetween(0.0, 600.0);
            assertThat(granted).isLessThanOrEqualTo(10 * seconds + 10 + 1e-6);
            long step = random.nextInt(200_000_000);
            clock.advanceNanos(step);
            seconds += step / 1e9;
        }
    }

    @Test
    void theStandardClassifierReadsWhatAnHttpAnswerTells() {
        ResponseView answer = ResponseView.of(
                200,
                Map.of("RateLimit", List.of("\"p\";r=20;t=60"), "RateLimit-Policy", List.of("\"p\";q=100;w=60")),
                "");
        assertThat(OutcomeClassifier.standard().quota(answer))
                .hasValueSatisfying(hint -> assertThat(hint.remaining()).hasValue(20));
        assertThat(OutcomeClassifier.standard().quota("text")).isEmpty();
        assertThat(OutcomeClassifier.standard().quota(null)).isEmpty();
    }
}
