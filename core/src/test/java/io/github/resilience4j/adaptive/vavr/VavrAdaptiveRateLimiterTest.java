package io.github.resilience4j.adaptive.vavr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.PauseReason;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.adaptive.vavr.Answers.Refused;
import io.github.resilience4j.core.exception.AcquirePermissionCancelledException;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import io.vavr.CheckedFunction0;
import io.vavr.CheckedFunction1;
import io.vavr.Function0;
import io.vavr.Function1;
import io.vavr.control.Either;
import io.vavr.control.Try;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Every flavour takes permits, tells the limiter how the call ended, and holds what failed. */
class VavrAdaptiveRateLimiterTest {

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger calls = new AtomicInteger();
    private final AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of(
            "api",
            AdaptiveRateLimiterConfig.custom()
                    .limitForPeriod(10)
                    .burst(5)
                    .timeoutDuration(Duration.ZERO)
                    .outcomeClassifier(Answers.CLASSIFIER)
                    .build(),
            nanos::get);

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private <T> Try<T> counted(Try<T> answer) {
        calls.incrementAndGet();
        return answer;
    }

    @Test
    void aSuccessOrARightIsHeardAsASuccess() {
        assertThat(VavrAdaptiveRateLimiter.executeTrySupplier(limiter, () -> Try.success("a")))
                .isEqualTo(Try.success("a"));
        assertThat(VavrAdaptiveRateLimiter.<String>executeEitherSupplier(limiter, () -> Either.right("b")))
                .isEqualTo(Either.right("b"));

        assertThat(limiter.snapshot().lastSuccessAt()).isNotNull();
        assertThat(limiter.snapshot().inFlight()).isZero();
        assertThat(limiter.getMetrics().getAvailablePermissions()).isEqualTo(3);
    }

    @Test
    void aFailureOrALeftIsHeardAsAnError() {
        IOException broken = new IOException("broken");

        assertThat(VavrAdaptiveRateLimiter.executeTrySupplier(limiter, () -> Try.failure(broken)))
                .isEqualTo(Try.failure(broken));
        assertThat(VavrAdaptiveRateLimiter.executeEitherSupplier(limiter, () -> Either.left(broken)))
                .isEqualTo(Either.left(broken));

        assertThat(limiter.snapshot().consecutiveFailures()).isEqualTo(2);
        assertThat(limiter.snapshot().lastSuccessAt()).isNull();
        assertThat(limiter.snapshot().inFlight()).isZero();
    }

    @Test
    void aRefusalByTheServerInASuccessPauses() {
        VavrAdaptiveRateLimiter.executeTrySupplier(limiter, () -> Try.success(Answers.TOO_MANY));

        assertThat(limiter.snapshot().pauseReason()).isEqualTo(PauseReason.RETRY_AFTER);
        assertThat(limiter.snapshot().pauseRemaining()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void aRefusalByTheServerInALeftPauses() {
        VavrAdaptiveRateLimiter.executeEitherSupplier(limiter, () -> Either.left(new Refused(Answers.TOO_MANY)));

        assertThat(limiter.snapshot().pauseRemaining()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void ourRefusalIsAFailureOrALeftAndNothingIsCalled() {
        limiter.stop("test");

        Try<String> tried = VavrAdaptiveRateLimiter.executeTrySupplier(limiter, () -> counted(Try.success("never")));
        Either<Exception, String> either = VavrAdaptiveRateLimiter.executeEitherSupplier(
                limiter, () -> counted(Try.success("never")).toEither(new IOException()));

        assertThat(tried.getCause()).isInstanceOf(RequestNotPermitted.class);
        assertThat(either.getLeft()).isInstanceOf(RequestNotPermitted.class);
        assertThat(calls).hasValue(0);
    }

    @Test
    void aSupplierThatThrowsIsAFailureOrALeftTooAndHeard() {
        IllegalStateException bug = new IllegalStateException("bug");
        Supplier<Try<String>> trying = () -> {
            throw bug;
        };
        Supplier<Either<IOException, String>> choosing = () -> {
            throw bug;
        };

        assertThat(VavrAdaptiveRateLimiter.executeTrySupplier(limiter, trying)).isEqualTo(Try.failure(bug));
        assertThat(VavrAdaptiveRateLimiter.executeEitherSupplier(limiter, choosing))
                .isEqualTo(Either.left(bug));

        assertThat(limiter.snapshot().consecutiveFailures()).isEqualTo(2);
    }

    @Test
    void anErrorIsHeldByATryThrownFromAnEitherAndHeardByTheLimiter() {
        AssertionError error = new AssertionError("bug");
        Supplier<Either<IOException, String>> choosing = () -> {
            throw error;
        };

        assertThat(VavrAdaptiveRateLimiter.executeTrySupplier(limiter, () -> Try.failure(error)))
                .isEqualTo(Try.failure(error));
        assertThatThrownBy(() -> VavrAdaptiveRateLimiter.executeEitherSupplier(limiter, choosing))
                .isSameAs(error);

        assertThat(limiter.snapshot().inFlight()).isZero();
    }

    @Test
    void anInterruptIsAFailureKeepsItsFlagAndLosesNoPermit() {
        Thread.currentThread().interrupt();
        Try<String> tried;
        try {
            tried = VavrAdaptiveRateLimiter.executeTrySupplier(limiter, () -> counted(Try.success("never")));
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }

        assertThat(tried.getCause()).isInstanceOf(AcquirePermissionCancelledException.class);
        assertThat(calls).hasValue(0);
        assertThat(limiter.getMetrics().getAvailablePermissions()).isEqualTo(5);
    }

    @Test
    void aLateRefusalOfACallSentBeforeTheCutDoesNotCutAgain() {
        Supplier<Try<ResponseView>> late = VavrAdaptiveRateLimiter.decorateTrySupplier(limiter, () -> {
            VavrAdaptiveRateLimiter.executeTrySupplier(limiter, () -> Try.success(Answers.TOO_MANY));
            pass(Duration.ofSeconds(5));
            VavrAdaptiveRateLimiter.executeTrySupplier(limiter, () -> Try.success(Answers.OK));
            assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);
            return Try.failure(new Refused(Answers.TOO_MANY));
        });

        assertThat(late.get().isFailure()).isTrue();

        assertThat(limiter.snapshot().congestionEvents()).isEqualTo(1);
        assertThat(limiter.snapshot().throttledCalls()).isEqualTo(2);
    }

    @Test
    void functionsAreVavrsOwnAndTakeAPermitEach() throws Throwable {
        Function0<String> constant = VavrAdaptiveRateLimiter.decorateSupplier(limiter, () -> "a");
        Function1<String, Integer> length = VavrAdaptiveRateLimiter.decorateFunction(limiter, String::length);
        CheckedFunction0<String> checked = VavrAdaptiveRateLimiter.decorateCheckedSupplier(limiter, () -> "b");
        CheckedFunction1<String, Integer> checkedLength =
                VavrAdaptiveRateLimiter.decorateCheckedFunction(limiter, String::length);

        assertThat(constant.andThen(length).apply()).isEqualTo(1);
        assertThat(checked.andThen(checkedLength).apply()).isEqualTo(1);
        VavrAdaptiveRateLimiter.decorateCheckedRunnable(limiter, calls::incrementAndGet)
                .run();

        assertThat(calls).hasValue(1);
        assertThatThrownBy(constant::apply).isInstanceOf(RequestNotPermitted.class);
        assertThat(limiter.snapshot().inFlight()).isZero();
    }

    @Test
    void checkedFunctionsThrowWhatTheyThrewAndTheLimiterHearsIt() {
        CheckedFunction0<String> broken = VavrAdaptiveRateLimiter.decorateCheckedSupplier(limiter, () -> {
            throw new IOException("broken");
        });

        assertThatThrownBy(broken::apply).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> VavrAdaptiveRateLimiter.executeCheckedSupplier(limiter, broken))
                .isInstanceOf(IOException.class);

        assertThat(limiter.snapshot().consecutiveFailures()).isGreaterThanOrEqualTo(2);
    }

    @Test
    void permitsWeighACallAndMayDependOnItsArgument() throws Throwable {
        CheckedFunction1<String, String> weighed =
                VavrAdaptiveRateLimiter.decorateCheckedFunction(limiter, String::length, (String text) -> text);

        weighed.apply("abc");
        assertThat(limiter.getMetrics().getAvailablePermissions()).isEqualTo(2);

        VavrAdaptiveRateLimiter.executeTrySupplier(limiter, 2, () -> Try.success("x"));
        assertThat(limiter.getMetrics().getAvailablePermissions()).isZero();
    }

    @Test
    void theBackgroundLaneIsALimiterToo() {
        Try<String> polled =
                VavrAdaptiveRateLimiter.executeTrySupplier(limiter.background(), () -> Try.failure(new IOException()));

        assertThat(polled.isFailure()).isTrue();
        assertThat(limiter.snapshot().consecutiveFailures()).isEqualTo(1);
        assertThat(limiter.snapshot().inFlight()).isZero();
    }
}
