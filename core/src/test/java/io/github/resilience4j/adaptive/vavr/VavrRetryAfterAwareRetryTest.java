package io.github.resilience4j.adaptive.vavr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.retry.GaveUp;
import io.github.resilience4j.adaptive.retry.RetryAfterAwareRetry;
import io.github.resilience4j.adaptive.vavr.Answers.Refused;
import io.github.resilience4j.retry.MaxRetriesExceededException;
import io.github.resilience4j.retry.Retry;
import io.vavr.CheckedFunction0;
import io.vavr.Function0;
import io.vavr.Function1;
import io.vavr.control.Either;
import io.vavr.control.Try;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A retry that listens, around calls whose failure is a value. */
class VavrRetryAfterAwareRetryTest {

    private final IOException broken = new IOException("broken");

    private final AtomicInteger attempts = new AtomicInteger();
    private final List<GaveUp> gaveUp = new ArrayList<>();
    private final Retry retry = Retry.of("api", custom().build());

    private RetryAfterAwareRetry.Builder<Object> custom() {
        return RetryAfterAwareRetry.custom()
                .maxAttempts(3)
                .backoff(attempt -> 1L)
                .maxRetryAfter(Duration.ofSeconds(2))
                .outcomeClassifier(Answers.CLASSIFIER)
                .retryExceptions(IOException.class)
                .onGaveUp(gaveUp::add);
    }

    private <T> T afterTwoFailures(T failure, T success) {
        return attempts.incrementAndGet() < 3 ? failure : success;
    }

    @Test
    void failuresAndLeftsAreRetried() {
        Try<String> tried = VavrRetryAfterAwareRetry.executeTrySupplier(
                retry, () -> afterTwoFailures(Try.failure(broken), Try.success("a")));
        assertThat(tried).isEqualTo(Try.success("a"));
        attempts.set(0);

        Either<Exception, String> either = VavrRetryAfterAwareRetry.executeEitherSupplier(
                retry, () -> afterTwoFailures(Either.left(broken), Either.right("b")));
        assertThat(either).isEqualTo(Either.right("b"));
        assertThat(attempts).hasValue(3);
    }

    @Test
    void theLastFailureComesBackAsItWas() {
        Try<String> tried = VavrRetryAfterAwareRetry.executeTrySupplier(retry, () -> {
            attempts.incrementAndGet();
            return Try.failure(broken);
        });

        assertThat(tried.getCause()).isSameAs(broken);
        assertThat(attempts).hasValue(3);
    }

    @Test
    void whoIsAskedToWaitTooLongGivesUpAtOnceWithTheOriginal() {
        Either<Exception, ResponseView> left =
                VavrRetryAfterAwareRetry.executeEitherSupplier(retry, () -> Either.left(new Refused(Answers.TOO_MANY)));
        Try<ResponseView> success =
                VavrRetryAfterAwareRetry.executeTrySupplier(retry, () -> Try.success(Answers.TOO_MANY));

        assertThat(left.getLeft()).isInstanceOf(Refused.class);
        assertThat(success).isEqualTo(Try.success(Answers.TOO_MANY));
        assertThat(gaveUp).hasSize(2).allMatch(event -> event.reason() == GaveUp.Reason.RETRY_AFTER_TOO_LONG);
    }

    @Test
    void aSupplierThatThrowsIsRetriedLikeOneThatReturnsItsFailure() {
        Supplier<Try<String>> throwing = () -> {
            attempts.incrementAndGet();
            throw new IllegalStateException("bug");
        };
        Retry all = Retry.of("api", custom().retryOnException(any -> true).build());

        assertThat(VavrRetryAfterAwareRetry.executeTrySupplier(all, throwing).getCause())
                .isInstanceOf(IllegalStateException.class);
        assertThat(attempts).hasValue(3);
    }

    @Test
    void resultsThatStayBadMayBecomeAFailure() {
        ResponseView unavailable = ResponseView.of(503, Map.of(), "");
        Retry failing = Retry.of("api", custom().failAfterMaxAttempts(true).build());

        Try<ResponseView> tried = VavrRetryAfterAwareRetry.executeTrySupplier(failing, () -> Try.success(unavailable));

        assertThat(tried.getCause()).isInstanceOf(MaxRetriesExceededException.class);
    }

    @Test
    void functionsAreVavrsOwn() throws Throwable {
        Function0<String> constant = VavrRetryAfterAwareRetry.decorateSupplier(retry, () -> "a");
        Function1<String, Integer> length = VavrRetryAfterAwareRetry.decorateFunction(retry, String::length);
        CheckedFunction0<String> third = VavrRetryAfterAwareRetry.decorateCheckedSupplier(retry, () -> {
            if (attempts.incrementAndGet() < 3) {
                throw broken;
            }
            return "third";
        });

        assertThat(constant.andThen(length).apply()).isEqualTo(1);
        assertThat(third.andThen(VavrRetryAfterAwareRetry.decorateCheckedFunction(retry, String::length))
                        .apply())
                .isEqualTo(5);
        attempts.set(0);
        assertThatThrownBy(VavrRetryAfterAwareRetry.decorateCheckedRunnable(retry, () -> {
                    attempts.incrementAndGet();
                    throw broken;
                })::run)
                .isSameAs(broken);
        assertThat(attempts).hasValue(3);
    }
}
