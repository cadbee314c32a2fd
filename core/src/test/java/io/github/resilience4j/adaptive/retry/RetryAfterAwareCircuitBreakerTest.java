package io.github.resilience4j.adaptive.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.resilience4j.adaptive.outcome.Outcome.Kind;
import io.github.resilience4j.adaptive.outcome.Outcome.Trait;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RetryAfterAwareCircuitBreakerTest {

    private static final Told BUSY = Told.of(Kind.THROTTLED, Trait.FAILURE).asking(Duration.ofSeconds(90));

    private final MovableClock clock = new MovableClock();

    enum Way {
        RESULT,
        EXCEPTION
    }

    private CircuitBreaker breaker(boolean openOnThrottle) {
        CircuitBreakerConfig base = CircuitBreakerConfig.custom()
                .slidingWindowSize(4)
                .minimumNumberOfCalls(4)
                .waitDurationInOpenState(Duration.ofSeconds(60))
                .build();
        return CircuitBreaker.of(
                "breaker",
                RetryAfterAwareCircuitBreaker.from(base)
                        .outcomeClassifier(Told.CLASSIFIER)
                        .clock(clock)
                        .openOnThrottle(openOnThrottle)
                        .build());
    }

    private static void call(CircuitBreaker breaker, Way way, Told told) {
        if (way == Way.RESULT || told.outcome().kind() == Kind.SUCCESS) {
            assertThat(breaker.executeSupplier(() -> told)).isSameAs(told);
        } else {
            call(breaker, told.thrown());
        }
    }

    private static void call(CircuitBreaker breaker, Throwable error) {
        Throwable thrown = catchThrowable(() -> breaker.executeCheckedSupplier(() -> {
            throw error;
        }));
        assertThat(thrown).isSameAs(error);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aBusyServerOpensItForExactlyAsLongAsItSays(Way way) {
        CircuitBreaker breaker = breaker(false);

        call(breaker, way, BUSY);
        assertThat(breaker.getState()).isEqualTo(State.OPEN);

        clock.advance(Duration.ofSeconds(90));
        assertThat(breaker.tryAcquirePermission()).isFalse();
        clock.advance(Duration.ofMillis(1));
        assertThat(breaker.tryAcquirePermission()).as("the probe").isTrue();
        assertThat(breaker.tryAcquirePermission()).as("a second one").isFalse();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aProbeThatMeetsABusyServerOpensItForAsLongAsItSaysThen(Way way) {
        CircuitBreaker breaker = breaker(false);
        call(breaker, way, BUSY);
        clock.advance(Duration.ofSeconds(91));

        call(breaker, way, BUSY.asking(Duration.ofHours(17)));

        clock.advance(Duration.ofHours(17));
        assertThat(breaker.getState()).isEqualTo(State.OPEN);
        assertThat(breaker.tryAcquirePermission()).isFalse();
        clock.advance(Duration.ofMillis(1));
        call(breaker, way, Told.FINE);
        assertThat(breaker.getState()).isEqualTo(State.CLOSED);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aProbeThatFailsWithoutAHintOpensItForItsOwnTime(Way way) {
        CircuitBreaker breaker = breaker(false);
        call(breaker, way, BUSY);
        clock.advance(Duration.ofSeconds(91));

        call(breaker, way, Told.UNAVAILABLE);

        clock.advance(Duration.ofSeconds(60));
        assertThat(breaker.tryAcquirePermission()).isFalse();
        clock.advance(Duration.ofMillis(1));
        assertThat(breaker.tryAcquirePermission()).isTrue();
    }

    @Test
    void aFractionOfAMillisecondIsNotEarly() {
        CircuitBreaker breaker = breaker(false);
        call(breaker, Way.RESULT, BUSY.asking(Duration.ofNanos(1_500_000)));

        clock.advance(Duration.ofNanos(1_700_000));

        assertThat(breaker.tryAcquirePermission()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aHintOfZeroIsAFailureLikeOthers(Way way) {
        CircuitBreaker breaker = breaker(false);
        for (int i = 0; i < 4; i++) {
            assertThat(breaker.getState()).isEqualTo(State.CLOSED);
            call(breaker, way, BUSY.asking(Duration.ZERO));
        }
        assertThat(breaker.getState()).isEqualTo(State.OPEN);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aLimitsRefusalIsNoFailure(Way way) {
        CircuitBreaker breaker = breaker(false);
        for (int i = 0; i < 10; i++) {
            call(breaker, way, Told.throttled(Duration.ofSeconds(2)));
        }
        assertThat(breaker.getState()).isEqualTo(State.CLOSED);
        assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isZero();
        // Resilience4j can ignore an exception, not a result.
        assertThat(breaker.getMetrics().getNumberOfSuccessfulCalls()).isEqualTo(way == Way.RESULT ? 4 : 0);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aLimitsRefusalOpensItIfAskedTo(Way way) {
        CircuitBreaker breaker = breaker(true);

        call(breaker, way, Told.of(Kind.THROTTLED, Trait.NOT_EXECUTED));
        assertThat(breaker.getState()).as("without a hint").isEqualTo(State.CLOSED);

        call(breaker, way, Told.throttled(Duration.ofSeconds(2)));
        assertThat(breaker.getState()).isEqualTo(State.OPEN);

        clock.advance(Duration.ofSeconds(2));
        assertThat(breaker.tryAcquirePermission()).isFalse();
        clock.advance(Duration.ofMillis(1));
        assertThat(breaker.tryAcquirePermission()).isTrue();
    }

    @Test
    void ourOwnRefusalsAndCancellationsAreIgnored() {
        CircuitBreaker breaker = breaker(false);
        RequestNotPermitted refusal = RequestNotPermitted.createRequestNotPermitted(RateLimiter.ofDefaults("ours"));
        for (int i = 0; i < 10; i++) {
            call(breaker, refusal);
            call(breaker, new CompletionException(new IOException(refusal)));
            call(breaker, Told.of(Kind.CANCELLED).thrown());
        }
        assertThat(breaker.getState()).isEqualTo(State.CLOSED);
        assertThat(breaker.getMetrics().getNumberOfBufferedCalls()).isZero();
    }

    @Test
    void anIgnoredProbeHandsItsSlotOn() {
        CircuitBreaker breaker = breaker(false);
        call(breaker, Way.EXCEPTION, BUSY);
        clock.advance(Duration.ofSeconds(91));

        call(breaker, Way.EXCEPTION, Told.throttled(Duration.ofSeconds(1)));

        assertThat(breaker.getState()).isEqualTo(State.HALF_OPEN);
        assertThat(breaker.tryAcquirePermission()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "UNAVAILABLE, FAILURE, OPEN",
        "UNKNOWN, FAILURE, OPEN",
        "AUTH_REJECTED, , OPEN",
        "QUOTA_SPENT, , OPEN",
        "CALLER_FAULT, , CLOSED",
        "UNAVAILABLE, NOT_EXECUTED, CLOSED",
        "SUCCESS, , CLOSED",
    })
    void countsWhatIsAFailureOfTheServer(Kind kind, Trait trait, State expected) {
        for (Way way : Way.values()) {
            CircuitBreaker breaker = breaker(false);
            for (int i = 0; i < 4; i++) {
                call(breaker, way, trait == null ? Told.of(kind) : Told.of(kind, trait));
            }
            assertThat(breaker.getState()).as("%s", way).isEqualTo(expected);
        }
    }

    @Test
    void anUnknownExceptionIsAFailure() {
        CircuitBreaker breaker = breaker(false);
        for (int i = 0; i < 4; i++) {
            call(breaker, new IOException());
        }
        assertThatThrownBy(() -> breaker.executeRunnable(() -> {})).isInstanceOf(CallNotPermittedException.class);
    }

    @Test
    @SuppressWarnings("unchecked")
    void whatTheBaseIgnoresIsKeptWhatItRecordsIsNot() {
        CircuitBreakerConfig base = CircuitBreakerConfig.custom()
                .slidingWindowSize(2)
                .minimumNumberOfCalls(2)
                .ignoreExceptions(IOException.class)
                .recordExceptions(RuntimeException.class)
                .build();
        CircuitBreaker breaker = CircuitBreaker.of(
                "base",
                RetryAfterAwareCircuitBreaker.from(base)
                        .outcomeClassifier(Told.CLASSIFIER)
                        .build());
        for (int i = 0; i < 4; i++) {
            call(breaker, new IOException());
            call(breaker, Told.of(Kind.CALLER_FAULT).thrown());
        }
        assertThat(breaker.getState()).isEqualTo(State.CLOSED);
        assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isZero();
        assertThat(breaker.getMetrics().getNumberOfSuccessfulCalls()).isEqualTo(2);
    }

    @Test
    void theConfigIsABaseForOnesOwn() {
        CircuitBreakerConfig config = CircuitBreakerConfig.from(RetryAfterAwareCircuitBreaker.custom()
                        .outcomeClassifier(Told.CLASSIFIER)
                        .build())
                .slidingWindowSize(7)
                .clock(clock)
                .build();
        CircuitBreaker breaker = CircuitBreaker.of("theirs", config);

        call(breaker, Way.RESULT, BUSY);

        assertThat(config.getSlidingWindowSize()).isEqualTo(7);
        assertThat(config.getPermittedNumberOfCallsInHalfOpenState()).isEqualTo(1);
        assertThat(breaker.getState()).isEqualTo(State.OPEN);
    }

    @Test
    void byDefaultOneCallProbesAndAllElseIsResilience4js() {
        CircuitBreakerConfig config = RetryAfterAwareCircuitBreaker.ofDefaults();

        assertThat(config.getPermittedNumberOfCallsInHalfOpenState()).isEqualTo(1);
        assertThat(config.getSlidingWindowSize())
                .isEqualTo(CircuitBreakerConfig.ofDefaults().getSlidingWindowSize());
    }

    private static final class MovableClock extends Clock {

        private Instant now = Instant.parse("2026-03-01T12:00:00Z");

        void advance(Duration duration) {
            now = now.plus(duration);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
