package io.github.resilience4j.adaptive.vavr;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.adaptive.retry.RetryAfterAwareRetry;
import io.github.resilience4j.adaptive.vavr.Answers.Refused;
import io.github.resilience4j.decorators.VavrDecorators;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import io.github.resilience4j.ratelimiter.VavrRateLimiter;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.VavrRetry;
import io.vavr.control.Either;
import io.vavr.control.Try;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Resilience4j's own vavr module (2.2.0) goes on working with our limiter and our retry. */
class BesideResilience4jsVavrTest {

    private final AtomicInteger attempts = new AtomicInteger();
    private final AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of(
            "api",
            AdaptiveRateLimiterConfig.custom()
                    .timeoutDuration(Duration.ZERO)
                    .burst(3)
                    .outcomeClassifier(Answers.CLASSIFIER)
                    .build());
    private final Retry retry = Retry.of(
            "api",
            RetryAfterAwareRetry.custom()
                    .outcomeClassifier(Answers.CLASSIFIER)
                    .backoff(attempt -> 1L)
                    .maxRetryAfter(Duration.ZERO)
                    .retryOnException(any -> true)
                    .build());

    @Test
    void itsLimiterFlavoursTakePermitsAndTellHowCallsEnded() {
        Try<Object> refused =
                VavrRateLimiter.executeTrySupplier(limiter, () -> Try.failure(new Refused(Answers.TOO_MANY)));
        Either<Exception, String> later =
                VavrRateLimiter.executeEitherSupplier(limiter, () -> Either.right("not in a pause"));

        assertThat(refused.isFailure()).isTrue();
        assertThat(later.getLeft()).isInstanceOf(RequestNotPermitted.class);
        assertThat(limiter.snapshot().throttledCalls()).isEqualTo(1);
        assertThat(limiter.snapshot().inFlight()).isZero();
    }

    @Test
    void itsRetryFlavoursListenToTheServer() {
        Try<Object> tried = VavrRetry.executeTrySupplier(retry, () -> {
            attempts.incrementAndGet();
            return Try.failure(new Refused(Answers.TOO_MANY));
        });

        assertThat(tried.getCause()).isInstanceOf(Refused.class);
        assertThat(attempts).as("5 s are more than the 0 that we would wait").hasValue(1);
    }

    @Test
    void itsDecoratorsTakeOurs() throws Throwable {
        assertThat(VavrDecorators.ofCheckedSupplier(() -> "a")
                        .withRateLimiter(limiter)
                        .withRetry(retry)
                        .get())
                .isEqualTo("a");
        assertThat(limiter.snapshot().lastSuccessAt()).isNotNull();
    }

    @Test
    void bothMayStandInOneCall() {
        Try<String> tried =
                VavrRetry.executeTrySupplier(retry, VavrAdaptiveRateLimiter.decorateTrySupplier(limiter, () -> {
                    return attempts.incrementAndGet() < 3 ? Try.failure(new IllegalStateException()) : Try.success("c");
                }));

        assertThat(tried).isEqualTo(Try.success("c"));
        assertThat(limiter.getMetrics().getAvailablePermissions()).isZero();
    }
}
