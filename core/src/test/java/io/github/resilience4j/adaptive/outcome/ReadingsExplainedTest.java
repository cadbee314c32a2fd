package io.github.resilience4j.adaptive.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What the standard classifier read, and what it was told in advance. */
class ReadingsExplainedTest {

    private static final Instant NOW = Instant.parse("2026-07-31T12:00:00Z");
    private static final OutcomeClassifier CLASSIFIER = OutcomeClassifier.standard(() -> NOW);
    private static final FakeHttpResponse<String> REFUSED = FakeHttpResponse.of(429, "", "Retry-After: 3");

    @Test
    void theWaitThatWasReadIsExplained() {
        assertThat(CLASSIFIER.explain(REFUSED, null).hint().delay()).isEqualTo(Duration.ofSeconds(3));
        assertThat(CLASSIFIER.explain(REFUSED, null).hint().source()).isEqualTo("Retry-After");
    }

    @Test
    void whereThereIsNoAnswerThereIsNothingToExplain() {
        assertThat(CLASSIFIER.explain(null, null).hint()).isEqualTo(RetryHint.none());
        assertThat(CLASSIFIER.explain("text", null).toString()).contains("there is no answer to read");
        assertThat(CLASSIFIER.explain(null, new IllegalStateException()).toString())
                .contains("there is no answer to read");
    }

    @Test
    void aQuotaIsReadOfAnswersOnly() {
        FakeHttpResponse<String> served = FakeHttpResponse.of(200, "", "RateLimit: \"p\";r=7;t=30");

        assertThat(CLASSIFIER.quota(served))
                .hasValueSatisfying(quota -> assertThat(quota.remaining()).hasValue(7));
        assertThat(CLASSIFIER.quota("text")).isEmpty();
        assertThat(CLASSIFIER.quota(null)).isEmpty();
    }

    @Test
    void itShowsItsClock() {
        assertThat(CLASSIFIER.toString()).startsWith("OutcomeClassifier.standard(");
    }

    private static long remaining(String budgets) {
        return CLASSIFIER
                .quota(FakeHttpResponse.of(200, "", "RateLimit: " + budgets))
                .orElseThrow()
                .remaining()
                .orElseThrow();
    }

    @Test
    void ofSeveralBudgetsTheTightestIsTold() {
        assertThat(remaining("\"a\";r=10;t=10, \"b\";r=5;t=100")).isEqualTo(5);
        assertThat(remaining("\"b\";r=5;t=100, \"a\";r=10;t=10")).isEqualTo(5);
        assertThat(remaining("\"a\";r=1;t=1000, \"b\";r=0")).isZero();
        assertThat(remaining("\"a\";r=5, \"b\";r=10;t=10"))
                .as("without a time it is no rate")
                .isEqualTo(10);
    }
}
