package io.github.resilience4j.adaptive.keypool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.keypool.ApiKeyPoolConfig;
import io.github.resilience4j.adaptive.keypool.internal.Verdict.Reach;
import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.Outcome.Kind;
import io.github.resilience4j.adaptive.outcome.Outcome.Trait;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.outcome.RetryHint;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The table of outcomes, row by row. */
class BenchRulesTest {

    private static final BenchRules RULES = new BenchRules(ApiKeyPoolConfig.custom()
            .authBench(Duration.ofHours(2))
            .onlyKeyBench(Duration.ofMinutes(3))
            .throttleBench(Duration.ofSeconds(70))
            .quotaBench(Duration.ofHours(5))
            .maxBench(Duration.ofDays(2))
            .build());

    @ParameterizedTest
    @CsvSource({
        "429, , GROUP, 70, true",
        "429, 40, GROUP, 40, true",
        "429, 864000, GROUP, 172800, true",
        "403, 40, GROUP, 40, true",
        "403, , SUSPECT, 7200, true",
        "401, , KEY, 7200, true",
        "402, , GROUP, 18000, true",
        "418, 40, ALL, 40, true",
        "503, 40, NOBODY, 0, false",
        "503, , NOBODY, 0, false",
        "529, 40, NOBODY, 0, false",
        "500, , NOBODY, 0, false",
        "408, , NOBODY, 0, false",
        "404, , NOBODY, 0, false",
        "425, , NOBODY, 0, false",
        "302, 40, NOBODY, 0, false",
        "200, , NOBODY, 0, false"
    })
    void anAnswerBenches(int status, String retryAfter, Reach reach, long seconds, boolean rotates) {
        Map<String, List<String>> headers = retryAfter == null ? Map.of() : Map.of("Retry-After", List.of(retryAfter));
        Outcome outcome = OutcomeClassifier.standard().classify(ResponseView.of(status, headers, ""), null);

        Verdict verdict = RULES.judge(outcome, status, false);

        assertThat(verdict.reach()).isEqualTo(reach);
        assertThat(verdict.nanos()).isEqualTo(Duration.ofSeconds(seconds).toNanos());
        assertThat(verdict.rotates()).isEqualTo(rotates);
    }

    @ParameterizedTest
    @CsvSource({"401", "403", "0"})
    void theOnlyKeyIsBenchedShortly(int status) {
        Verdict verdict = RULES.judge(Outcome.of(Kind.AUTH_REJECTED), status, true);

        assertThat(verdict.reach()).isEqualTo(Reach.KEY);
        assertThat(verdict.nanos()).isEqualTo(Duration.ofMinutes(3).toNanos());
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"SUCCESS", "UNAVAILABLE", "CALLER_FAULT", "SELF_REJECTED", "CANCELLED", "UNKNOWN", "FATAL"})
    void otherEndsAreNotTheKeysFaultWhateverTheyAskFor(Kind kind) {
        RetryHint hint = RetryHint.delay(Duration.ofHours(1), "Retry-After", "3600");

        assertThat(RULES.judge(new Outcome(kind, hint, Set.of()), 500, false)).isEqualTo(Verdict.NOT_THE_KEY);
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"THROTTLED", "QUOTA_SPENT", "AUTH_REJECTED"})
    void aVetoBenchesAndDoesNotRotate(Kind kind) {
        Verdict verdict = RULES.judge(Outcome.of(kind, Trait.VETO), 0, false);

        assertThat(verdict.reach()).isNotEqualTo(Reach.NOBODY);
        assertThat(verdict.rotates()).isFalse();
    }

    @Test
    void theReasonNamesStatusAndField() {
        Outcome outcome =
                new Outcome(Kind.THROTTLED, RetryHint.delay(Duration.ofSeconds(4), "X-RateLimit-Reset", "4"), Set.of());

        assertThat(RULES.judge(outcome, 429, false).reason()).isEqualTo("THROTTLED (429), X-RateLimit-Reset");
    }
}
