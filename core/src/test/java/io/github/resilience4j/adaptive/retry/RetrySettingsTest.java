package io.github.resilience4j.adaptive.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.core.functions.Either;
import io.github.resilience4j.retry.RetryConfig;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetrySettingsTest {

    @Test
    void theExampleOfTheDocumentationBuilds() {
        RetryConfig config = RetryAfterAwareRetry.<HttpResponse<String>>custom()
                .maxAttempts(4)
                .maxRetryAfter(Duration.ofMinutes(2))
                .backoff(IntervalFunction.ofExponentialRandomBackoff(500, 2.0))
                .build();

        assertThat(config.getMaxAttempts()).isEqualTo(4);
        assertThat(config.isFailAfterMaxAttempts()).isFalse();
    }

    @Test
    void theDefaultsAreThreeAttemptsTwoMinutesAndADoublingHalfSecond() {
        RetryConfig config = RetryAfterAwareRetry.custom()
                .outcomeClassifier(Told.CLASSIFIER)
                .random(() -> 0)
                .build();

        assertThat(config.getMaxAttempts()).isEqualTo(3);
        assertThat(config.getExceptionPredicate())
                .accepts(Told.throttled(Duration.ofMinutes(2)).thrown())
                .rejects(Told.throttled(Duration.ofMinutes(2).plusMillis(1)).thrown());
        assertThat(config.getIntervalBiFunction().apply(1, Either.right(Told.UNAVAILABLE)))
                .isEqualTo(500);
        assertThat(config.getIntervalBiFunction().apply(2, Either.right(Told.UNAVAILABLE)))
                .isEqualTo(1000);
        assertThat(RetryAfterAwareRetry.ofDefaults().getMaxAttempts()).isEqualTo(3);
    }

    @Test
    void theConfigIsABaseForOnesOwn() {
        RetryConfig ours = RetryAfterAwareRetry.custom()
                .outcomeClassifier(Told.CLASSIFIER)
                .random(() -> 0)
                .consumeResultBeforeRetryAttempt((attempt, result) -> {})
                .failAfterMaxAttempts(true)
                .build();

        RetryConfig theirs = RetryConfig.from(ours).maxAttempts(7).build();

        assertThat(theirs.getMaxAttempts()).isEqualTo(7);
        assertThat(theirs.isFailAfterMaxAttempts()).isTrue();
        assertThat(theirs.getConsumeResultBeforeRetryAttempt()).isNotNull();
        assertThat(theirs.getResultPredicate()).accepts(Told.UNAVAILABLE).rejects(Told.FINE);
        assertThat(theirs.getExceptionPredicate())
                .accepts(Told.UNAVAILABLE.thrown())
                .rejects(new IllegalStateException());
        assertThat(theirs.getIntervalBiFunction().apply(1, Either.right(Told.throttled(Duration.ofSeconds(3)))))
                .isEqualTo(3000);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void withoutAnAttemptIsRefused(int attempts) {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        RetryAfterAwareRetry.custom().maxAttempts(attempts).build())
                .withMessageContainingAll("maxAttempts", String.valueOf(attempts), "at least 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-0.000000001S", "PT-1H", "P106752D", "PT2562047788015215H"})
    void aPatienceOutOfRangeIsRefused(Duration patience) {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        RetryAfterAwareRetry.custom().maxRetryAfter(patience).build())
                .withMessageContainingAll("maxRetryAfter", patience.toString(), "0 or more");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, 1.5, Double.NaN})
    void aBudgetOutOfRangeIsRefused(double ratio) {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> RetryAfterAwareRetry.custom().retryBudget(ratio).build())
                .withMessageContainingAll("retryBudget", String.valueOf(ratio), "above 0 and at most 1");
    }

    @Test
    void nullNamesTheSetting() {
        RetryAfterAwareRetry.Builder<Object> builder = RetryAfterAwareRetry.custom();
        assertThatNullPointerException()
                .isThrownBy(() -> builder.maxRetryAfter(null))
                .withMessage("maxRetryAfter");
        assertThatNullPointerException().isThrownBy(() -> builder.backoff(null)).withMessage("backoff");
        assertThatNullPointerException().isThrownBy(() -> builder.clock(null)).withMessage("clock");
    }
}
