package io.github.resilience4j.adaptive.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a served answer tells in advance. It is always noon of 31 July 2026. */
class QuotaHintTest {

    private static final Instant NOON = Instant.parse("2026-07-31T12:00:00Z");

    @Test
    void theStructuredFieldsTellStateAndPolicy() {
        assertThat(read("RateLimit: \"p\";r=50;t=30", "RateLimit-Policy: \"p\";q=100;w=60"))
                .contains(hint(100, 50, Duration.ofSeconds(30), Duration.ofMinutes(1), "RateLimit"));
    }

    @Test
    void ofSeveralPoliciesTheTightestCounts() {
        assertThat(read(
                        "RateLimit: \"burst\";r=4;t=1, \"daily\";r=900;t=3600",
                        "RateLimit-Policy: \"burst\";q=10;w=1, \"daily\";q=5000;w=86400"))
                .contains(hint(5000, 900, Duration.ofHours(1), Duration.ofDays(1), "RateLimit"));
    }

    @Test
    void theOlderDraftsAreKnown() {
        assertThat(read("RateLimit: limit=100, remaining=50, reset=30"))
                .contains(hint(100, 50, Duration.ofSeconds(30), null, "RateLimit"));
        assertThat(read("RateLimit-Limit: 100, 100;w=60", "RateLimit-Remaining: 50", "RateLimit-Reset: 30"))
                .contains(hint(100, 50, Duration.ofSeconds(30), Duration.ofMinutes(1), "ratelimit-remaining"));
        assertThat(read(
                        "RateLimit-Limit: 100",
                        "RateLimit-Remaining: 50",
                        "RateLimit-Reset: 30",
                        "RateLimit-Policy: 100;w=60"))
                .contains(hint(100, 50, Duration.ofSeconds(30), Duration.ofMinutes(1), "ratelimit-remaining"));
    }

    @Test
    void aPolicyAloneSeedsTheRate() {
        assertThat(read("RateLimit-Policy: \"p\";q=100;w=60"))
                .contains(hint(100, -1, null, Duration.ofMinutes(1), "RateLimit-Policy"));
    }

    @Test
    void policiesThatDoNotCountCallsAreLeftOut() {
        assertThat(read("RateLimit-Policy: \"p\";q=65535;qu=\"content-bytes\";w=10", "RateLimit: \"p\";r=0;t=5"))
                .isEmpty();
        assertThat(read("x-ratelimit-remaining-tokens: 0", "x-ratelimit-reset-tokens: 6m0s"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1785499260", "60", "1785499260000", "2026-07-31T12:01:00Z"})
    void theResetComesInAnyUnit(String reset) {
        assertThat(read("X-RateLimit-Limit: 5000", "X-RateLimit-Remaining: 0", "X-RateLimit-Reset: " + reset))
                .contains(hint(5000, 0, Duration.ofMinutes(1), null, "x-ratelimit-remaining"));
    }

    @Test
    void discordTellsTheSpan() {
        assertThat(read(
                        "X-RateLimit-Limit: 5",
                        "X-RateLimit-Remaining: 1",
                        "X-RateLimit-Reset: 1785499200.250",
                        "X-RateLimit-Reset-After: 1.5"))
                .contains(hint(5, 1, Duration.ofMillis(1_500), null, "x-ratelimit-remaining"));
    }

    @Test
    void openAiAndAnthropicTellTheirCalls() {
        assertThat(read(
                        "x-ratelimit-limit-requests: 60",
                        "x-ratelimit-remaining-requests: 59",
                        "x-ratelimit-reset-requests: 17ms"))
                .contains(hint(60, 59, Duration.ofMillis(17), null, "x-ratelimit-remaining-requests"));
        assertThat(read(
                        "anthropic-ratelimit-requests-limit: 50",
                        "anthropic-ratelimit-requests-remaining: 49",
                        "anthropic-ratelimit-requests-reset: 2026-07-31T12:00:02Z"))
                .contains(hint(50, 49, Duration.ofSeconds(2), null, "anthropic-ratelimit-requests-remaining"));
    }

    @Test
    void upbitTellsTheSecond() {
        assertThat(read("Remaining-Req: group=default; min=1800; sec=0"))
                .contains(hint(-1, 0, Duration.ofSeconds(1), Duration.ofSeconds(1), "Remaining-Req"));
    }

    @Test
    void shopifyTellsTheBucket() {
        assertThat(read("X-Shopify-Shop-Api-Call-Limit: 39/40"))
                .contains(hint(40, 1, null, null, "X-Shopify-Shop-Api-Call-Limit"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RateLimit: \"p\";r=-1;t=30",
                "RateLimit: \"p\";r=50;t=30,",
                "X-RateLimit-Remaining: many",
                "X-RateLimit-Remaining: -1",
                "X-RateLimit-Reset: 60",
                "X-Shopify-Shop-Api-Call-Limit: 39",
                "X-Shopify-Shop-Api-Call-Limit: /",
                "Remaining-Req: sec=",
                "RateLimit-Policy: \"p\"",
                "Retry-After: 5"
            })
    void whatTellsNothingUsableIsNoHint(String header) {
        assertThat(read(header)).isEmpty();
    }

    @Test
    void onlyAServedAnswerThatIsNotCachedTells() {
        List<String> told = List.of("X-RateLimit-Remaining: 7");

        assertThat(QuotaHintReader.standard().read(view(200, told), NOON)).isPresent();
        assertThat(QuotaHintReader.standard().read(view(429, told), NOON)).isEmpty();
        assertThat(QuotaHintReader.standard().read(view(404, told), NOON)).isEmpty();
        assertThat(read("X-RateLimit-Remaining: 7", "Age: 5")).isEmpty();
    }

    @Test
    void nothingLeftComesBeforeAnythingElse() {
        assertThat(read(
                        "x-ratelimit-remaining-requests-minute: 3",
                        "x-ratelimit-reset-requests-minute: 60",
                        "x-ratelimit-remaining-requests-day: 0",
                        "x-ratelimit-reset-requests-day: 3600"))
                .hasValueSatisfying(it -> assertThat(it.reset()).contains(Duration.ofHours(1)));
    }

    @Test
    void itsRangesAreChecked() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> hint(-1, 1, Duration.ofSeconds(-1), null, ""))
                .withMessageContaining("reset");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> hint(-1, 1, null, Duration.ZERO, ""))
                .withMessageContaining("window");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new QuotaHint(
                        OptionalLong.of(-1), OptionalLong.empty(), Optional.empty(), Optional.empty(), ""))
                .withMessageContaining("limit");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new QuotaHint(
                        OptionalLong.empty(), OptionalLong.of(-1), Optional.empty(), Optional.empty(), ""))
                .withMessageContaining("remaining");
    }

    private static Optional<QuotaHint> read(String... headers) {
        return QuotaHintReader.standard().read(view(200, List.of(headers)), NOON);
    }

    private static QuotaHint hint(long limit, long remaining, Duration reset, Duration window, String source) {
        return new QuotaHint(
                limit < 0 ? OptionalLong.empty() : OptionalLong.of(limit),
                remaining < 0 ? OptionalLong.empty() : OptionalLong.of(remaining),
                Optional.ofNullable(reset),
                Optional.ofNullable(window),
                source);
    }

    private static ResponseView view(int status, List<String> headers) {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        for (String header : headers) {
            int colon = header.indexOf(':');
            fields.computeIfAbsent(header.substring(0, colon), any -> new ArrayList<>())
                    .add(header.substring(colon + 1).strip());
        }
        return ResponseView.of(status, fields, "");
    }
}
