package io.github.resilience4j.adaptive.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers and bodies other than Retry-After. It is always noon of 31 July 2026: 1785499200 seconds after 1970. */
class OtherFormsTest {

    private static final Instant NOON = Instant.parse("2026-07-31T12:00:00Z");
    private static final String IN_A_MINUTE = "1785499260";

    @ParameterizedTest
    @ValueSource(strings = {"retry-after-ms", "x-ms-retry-after-ms", "x-amz-retry-after"})
    void millisecondsAreKnownByTheName(String name) {
        assertThat(read(429, name + ": 1500")).isEqualTo(Duration.ofMillis(1500));
        assertThat(read(429, name + ": 0.5")).isEqualTo(Duration.ofMillis(1));
        assertThat(read(429, name + ": 20, 30")).isEqualTo(Duration.ofMillis(30));
        assertThat(read(429, name + ": 1785499260000")).isEqualTo(Duration.ofMinutes(1));
        assertThat(read(429, name + ": 2000000000")).isEqualTo(Duration.ofSeconds(2_000_000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "-1", "+5", "1e3", "5ms", "5s", "", "NaN", "Fri, 31 Jul 2026 12:02:00 GMT"})
    void anUnusableOneDoesNotHideTheNext(String bad) {
        assertThat(read(429, "retry-after-ms: " + bad, "Retry-After: 2")).isEqualTo(Duration.ofSeconds(2));
        assertThat(hint(429, "retry-after-ms: " + bad).kind()).isEqualTo(RetryHint.Kind.INVALID);
    }

    @Test
    void theOrderIsMillisThenRetryAfterThenBodyThenRateLimitThenResetAfterThenReset() {
        List<String> headers = new ArrayList<>(List.of(
                "X-RateLimit-Reset: 6",
                "X-RateLimit-Reset-After: 5",
                "RateLimit: \"p\";r=0;t=4",
                "Retry-After: 2",
                "retry-after-ms: 1000"));
        String body = "{\"retry_after\":3}";

        assertThat(readWithBody(429, body, headers)).isEqualTo(Duration.ofSeconds(1));
        headers.remove(4);
        assertThat(readWithBody(429, body, headers)).isEqualTo(Duration.ofSeconds(2));
        headers.remove(3);
        assertThat(readWithBody(429, body, headers)).isEqualTo(Duration.ofSeconds(3));
        assertThat(readWithBody(429, "", headers)).isEqualTo(Duration.ofSeconds(4));
        headers.remove(2);
        assertThat(readWithBody(429, "", headers)).isEqualTo(Duration.ofSeconds(5));
        headers.remove(1);
        assertThat(readWithBody(429, "", headers)).isEqualTo(Duration.ofSeconds(6));
    }

    @ParameterizedTest
    @CsvSource({
        IN_A_MINUTE + ", 60000",
        "1785499260000, 60000",
        "1785499260000000, 60000",
        "1785499260000000000, 60000",
        "1785499260.25, 60250",
        "60, 60000",
        "60.5, 60500",
        "2026-07-31T12:01:00Z, 60000",
        "2026-07-31T12:01Z, 60000",
        "2026-07-31T14:01+02:00, 60000",
        "Fri Jul 31 2026 12:01:00 GMT+0000 (Coordinated Universal Time), 60000",
        "1m0s, 60000",
        "1785499140, 0"
    })
    void aResetComesInAnyUnit(String value, long millis) {
        for (String prefix : List.of("X-RateLimit", "X-Rate-Limit", "RateLimit")) {
            assertThat(read(429, prefix + "-Remaining: 0", prefix + "-Reset: " + value))
                    .as(prefix)
                    .isEqualTo(Duration.ofMillis(millis));
        }
    }

    @Test
    void aSpanBeatsAMomentOfTheSameBudget() {
        assertThat(read(429, "RateLimit-Reset: 50", "X-RateLimit-Reset: " + IN_A_MINUTE))
                .isEqualTo(Duration.ofSeconds(50));
        assertThat(read(429, "X-RateLimit-Reset: 70", "RateLimit-Reset: " + IN_A_MINUTE))
                .isEqualTo(Duration.ofSeconds(70));
        assertThat(read(429, "X-RateLimit-Reset-After: 50.5", "X-RateLimit-Reset: " + IN_A_MINUTE))
                .isEqualTo(Duration.ofMillis(50_500));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-5", "never", "1e9", "", "\"60\""})
    void aResetThatMakesNoSenseIsInvalid(String value) {
        assertThat(hint(429, "X-RateLimit-Remaining: 0", "X-RateLimit-Reset: " + value)
                        .kind())
                .isEqualTo(RetryHint.Kind.INVALID);
    }

    @Test
    void aBudgetWithSomethingLeftIsNotWhyTheCallWasRefused() {
        assertThat(hint(429, "X-RateLimit-Remaining: 12", "X-RateLimit-Reset: " + IN_A_MINUTE))
                .isEqualTo(RetryHint.none());
    }

    @Test
    void theExhaustedBudgetCounts() {
        assertThat(read(
                        429,
                        "x-ratelimit-remaining-requests: 0",
                        "x-ratelimit-reset-requests: 1s",
                        "x-ratelimit-remaining-tokens: 5000",
                        "x-ratelimit-reset-tokens: 6m0s"))
                .isEqualTo(Duration.ofSeconds(1));
        assertThat(read(
                        429,
                        "anthropic-ratelimit-requests-remaining: 40",
                        "anthropic-ratelimit-requests-reset: 2026-07-31T12:00:01Z",
                        "anthropic-ratelimit-tokens-remaining: 0",
                        "anthropic-ratelimit-tokens-reset: 2026-07-31T12:00:30Z"))
                .isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void ofTwoExhaustedBudgetsTheLaterCounts() {
        assertThat(read(
                        429,
                        "x-ratelimit-remaining-requests: 0",
                        "x-ratelimit-reset-requests: 1s",
                        "x-ratelimit-remaining-tokens: 0",
                        "x-ratelimit-reset-tokens: 2s"))
                .isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void anUnusableResetOfOneBudgetDoesNotHideTheOther() {
        assertThat(read(429, "x-ratelimit-reset-requests: soon", "x-ratelimit-reset-tokens: 2s"))
                .isEqualTo(Duration.ofSeconds(2));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"p\";r=0;t=30 | 30000",
                "\"p\";t=30;r=0 | 30000",
                "p;r=0;t=30 | 30000",
                "\"a\";r=0;t=5, \"b\";r=0;t=50 | 50000",
                "\"a\";r=0;t=5, \"b\";r=9;t=50 | 5000",
                "\"a\";t=5, \"b\";t=50 | 50000",
                "\"a\";r=0;t=5, \"b\";t=50 | 5000",
                "\"a\";r=0;t=-5, \"b\";r=0;t=7 | 7000",
                "\"p\";r=0;t=30;pk=:cHsdsRa894==: | 30000",
                "\"p\";r=0;t=0 | 0",
                "limit=100, remaining=0, reset=50 | 50000",
                "limit=100,remaining=0,reset=50 | 50000",
                "remaining=0, reset=50 | 50000"
            })
    void theStructuredFieldIsRead(String value, long millis) {
        assertThat(read(429, "RateLimit: " + value)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"p\";r=0;t=-5", "\"p\";r=0;t=1.5", "\"p\";r=-1;t=5", "\"p\";r=0;t=\"30\"", "\"p\";r=0;t=30,",
                        "\"p;r=0;t=30",
                "\"p\" r=0 t=30", "\"p\";R=0;T=30", "0", "", "limit=100; remaining=0; reset=50,",
                        "\"p\";r=0;t=9999999999999999",
                "\u00FC;r=0;t=30", "limit=100, remaining=0, reset=-50"
            })
    void aMalformedStructuredFieldIsIgnored(String value) {
        assertThat(hint(429, "RateLimit: " + value).kind()).isEqualTo(RetryHint.Kind.INVALID);
        assertThat(read(429, "RateLimit: " + value, "RateLimit-Reset: 9")).isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void aStructuredFieldMayBeSplitOverLines() {
        assertThat(read(429, "RateLimit: \"burst\";r=0;t=5", "RateLimit: \"daily\";r=900;t=3600"))
                .isEqualTo(Duration.ofSeconds(5));
        assertThat(hint(429, "RateLimit: \"burst\";r=0;t=5", "RateLimit: ;;").kind())
                .isEqualTo(RetryHint.Kind.INVALID);
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 502, 504, 408, 413, 425})
    void whereTheStatusIsNotAboutLimitsOnlyAnExhaustedBudgetCounts(int status) {
        assertThat(read(status, "X-RateLimit-Remaining: 0", "X-RateLimit-Reset: 60"))
                .isEqualTo(Duration.ofMinutes(1));
        assertThat(hint(status, "X-RateLimit-Reset: 60")).isEqualTo(RetryHint.none());
        assertThat(hint(status, "RateLimit: \"p\";t=60")).isEqualTo(RetryHint.none());
    }

    @Test
    void aRedirectWaitsOnlyWhenToldTo() {
        assertThat(hint(302, "X-RateLimit-Remaining: 0", "X-RateLimit-Reset: 60"))
                .isEqualTo(RetryHint.none());
        assertThat(read(302, "Retry-After: 5")).isEqualTo(Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // Discord
                "{\"message\":\"You are being rate limited.\",\"retry_after\":0.529,\"global\":false} | 529",
                "{\"retry_after\": 64.57} | 64570",
                "{\"retry_after\":\"3\"} | 3000",
                // Telegram
                "{\"ok\":false,\"error_code\":429,\"parameters\":{\"retry_after\":35}} | 35000",
                "{\"retry_after_ms\":1500} | 1500",
                "{\"error\":{\"retryAfterSeconds\":7}} | 7000",
                // google.rpc.RetryInfo
                "{\"error\":{\"details\":[{\"@type\":\"type.googleapis.com/google.rpc.RetryInfo\",\"retryDelay\":\"53s\"}]}} | 53000",
                "[{\"error\":{\"details\":[{\"retryDelay\":\"0.500340012s\"}]}}] | 501",
                "{\"retryDelay\":{\"seconds\":53,\"nanos\":500000000}} | 53500",
                "{\"retryDelay\":{\"nanos\":1,\"seconds\":\"53\"}} | 53001",
                "{\"retry_after\":-1,\"errors\":[{\"retry_after\":4}]} | 4000",
                "{\"retry_after\":2,\"errors\":[{\"retry_after\":4},{\"retry_after\":3}]} | 4000",
                "{\"\\u0072etry_after\":2} | 2000"
            })
    void aBodyFieldNamesTheWait(String body, long millis) {
        assertThat(readWithBody(429, body, List.of())).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"retry_after\":-1}",
                "{\"retry_after\":null}",
                "{\"retry_after\":\"soon\"}",
                "{\"retry_after\":1e3}",
                "{\"retry_after\":true}"
            })
    void aBodyFieldThatMakesNoSenseIsInvalid(String body) {
        assertThat(hintWithBody(429, body).kind()).isEqualTo(RetryHint.Kind.INVALID);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"retry_after\":12",
                "{\"retry_after\"",
                "{\"text\":\"retry_after: 5\"}",
                "retry_after=5",
                "{\"retry_afters\":5}",
                "{}",
                "[]",
                "null"
            })
    void whatIsNoFieldIsNone(String body) {
        assertThat(hintWithBody(429, body)).isEqualTo(RetryHint.none());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Please try again in 456ms. | 456",
                "Rate limit reached. Please try again in 20s. Contact us | 20000",
                "PLEASE TRY AGAIN IN 1M26.4S. | 86400",
                "Please retry in 53.2175s. | 53218",
                "Please retry after 6 seconds. | 6000",
                "try again in 2 minutes and 30 seconds | 150000",
                "try again in 1 hour, 5 minutes | 3900000",
                "try again in 30 minutes! | 1800000",
                "Way too many requests; IP banned until 1785499260000. | 60000",
                "banned until 1785499260 | 60000",
                "Try again at 2026-07-31T12:01:00Z. | 60000",
                "try again after Fri, 31 Jul 2026 12:01:00 GMT. | 60000"
            })
    void aSentenceNamesTheWait(String sentence, long millis) {
        assertThat(readWithBody(429, sentence, List.of())).isEqualTo(Duration.ofMillis(millis));
        assertThat(readWithBody(429, "{\"error\":{\"message\":\"" + sentence + "\"}}", List.of()))
                .isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "try again in a moment",
                "try again in 5",
                "try again in 5 parsecs",
                "try again in 1 minute 30",
                "try again in -5 seconds",
                "try again later",
                "retry after 5",
                "banned until 5",
                "banned until tomorrow"
            })
    void aSentenceThatNamesNoClearWaitIsNone(String sentence) {
        assertThat(hintWithBody(429, sentence)).isEqualTo(RetryHint.none());
    }

    @Test
    void aNumberAtTheBoundOfABodyIsNotTakenForAShorterOne() {
        String padding = "x".repeat(65_536 - "{\"a\":\"\",\"retry_after\":12".length());
        String body = "{\"a\":\"" + padding + "\",\"retry_after\":1234567}";

        assertThat(hintWithBody(429, body)).isEqualTo(RetryHint.none());
    }

    @Test
    void upbitsSecondIsOverWithinASecond() {
        assertThat(read(429, "Remaining-Req: group=default; min=1800; sec=0")).isEqualTo(Duration.ofSeconds(1));
        assertThat(hint(429, "Remaining-Req: group=default; min=0; sec=5")).isEqualTo(RetryHint.none());
        assertThat(hint(418, "Remaining-Req: group=default; min=1800; sec=0")).isEqualTo(RetryHint.none());
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 429})
    void aSecondaryLimitAsksForAMinuteUnlessItSaysMore(int status) {
        String body = "{\"message\":\"You have exceeded a secondary rate limit.\"}";

        assertThat(readWithBody(status, body, List.of())).isEqualTo(Duration.ofMinutes(1));
        assertThat(readWithBody(status, body, List.of("X-RateLimit-Remaining: 4290", "X-RateLimit-Reset: 3600")))
                .isEqualTo(Duration.ofMinutes(1));
        assertThat(readWithBody(status, body, List.of("X-RateLimit-Remaining: 0", "X-RateLimit-Reset: 3600")))
                .isEqualTo(Duration.ofHours(1));
        assertThat(readWithBody(status, body, List.of("Retry-After: 7"))).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void aSuccessThatSaysRateLimitedAsksForAPause() {
        String body = "{\"errors\":[{\"type\":\"RATE_LIMITED\",\"message\":\"API rate limit exceeded\"}]}";
        List<String> headers = List.of("X-RateLimit-Remaining: 0", "X-RateLimit-Reset: " + IN_A_MINUTE);

        assertThat(readWithBody(200, body, headers)).isEqualTo(Duration.ofMinutes(1));
        assertThat(hint(200, headers.toArray(new String[0]))).isEqualTo(RetryHint.none());
    }

    @Test
    void aQueryThatCostsTooMuchWaitsUntilTheBucketHasIt() {
        String body = "{\"errors\":[{\"message\":\"Throttled\",\"extensions\":{\"code\":\"THROTTLED\"}}],"
                + "\"extensions\":{\"cost\":{\"requestedQueryCost\":752,\"actualQueryCost\":null,\"throttleStatus\":"
                + "{\"maximumAvailable\":1000.0,\"currentlyAvailable\":551.0,\"restoreRate\":50.0}}}}";

        assertThat(readWithBody(200, body, List.of())).isEqualTo(Duration.ofMillis(4_020));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x-should-retry: false", "X-Should-Retry: False", "stripe-should-retry: false"})
    void whoForbidsRepeatingAsksForNoPause(String veto) {
        assertThat(hint(429, veto, "Retry-After: 5")).isEqualTo(RetryHint.none());
        assertThat(read(429, veto.replaceAll("(?i)false", "true"), "Retry-After: 5"))
                .isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void aReadingIsExplained() {
        RetryReading reading = RetryHintReader.standard()
                .explain(
                        view(429, "", List.of("retry-after-ms: abc", "Retry-After: soon", "X-RateLimit-Reset: 60")),
                        NOON);

        assertThat(reading.hint().delay()).isEqualTo(Duration.ofMinutes(1));
        assertThat(reading.hint().source()).isEqualTo("x-ratelimit-reset");
        assertThat(reading.verdict()).isEqualTo("x-ratelimit-reset asks for PT1M");
        assertThat(reading.rejected())
                .containsExactly(
                        new RetryReading.Rejected("retry-after-ms", "abc", "not milliseconds"),
                        new RetryReading.Rejected("Retry-After", "soon", "not seconds, a duration or a date"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "404 | Retry-After: 5 | an answer of status 404 like this asks for no pause",
                "429 | Age: 5 | from a cache (Age), says nothing about now",
                "429 | x-should-retry: false | the server forbids repeating the call",
                "429 | X: y | nothing there that asks for a pause",
                "429 | Retry-After: soon | nothing usable"
            })
    void silenceIsExplainedToo(int status, String header, String verdict) {
        assertThat(RetryHintReader.standard()
                        .explain(view(status, "", List.of(header)), NOON)
                        .verdict())
                .isEqualTo(verdict);
    }

    @Test
    void aProvidersOwnFormsAreKnownByItsNameOnly() {
        RetryHintReader discord = RetryHintReader.forProvider(RetryHintReader.Provider.DISCORD_BEFORE_V8);
        assertThat(discord.read(view(429, "", List.of("Retry-After: 6457")), NOON)
                        .delay())
                .isEqualTo(Duration.ofMillis(6_457));
        assertThat(discord.read(view(429, "{\"retry_after\":6457}", List.of()), NOON)
                        .delay())
                .isEqualTo(Duration.ofMillis(6_457));

        RetryHintReader shopify = RetryHintReader.forProvider(RetryHintReader.Provider.SHOPIFY_REST);
        ResponseView full = view(429, "", List.of("X-Shopify-Shop-Api-Call-Limit: 40/40"));
        assertThat(shopify.read(full, NOON).delay()).isEqualTo(Duration.ofMillis(500));
        assertThat(RetryHintReader.standard().read(full, NOON)).isEqualTo(RetryHint.none());
        assertThat(shopify.read(
                                view(429, "", List.of("Retry-After: 2.0", "X-Shopify-Shop-Api-Call-Limit: 40/40")),
                                NOON)
                        .delay())
                .isEqualTo(Duration.ofSeconds(2));
    }

    private static Duration read(int status, String... headers) {
        return readWithBody(status, "", List.of(headers));
    }

    private static Duration readWithBody(int status, String body, List<String> headers) {
        RetryHint hint = RetryHintReader.standard().read(view(status, body, headers), NOON);
        assertThat(hint.kind()).as("%s %s", headers, body).isEqualTo(RetryHint.Kind.DELAY);
        return hint.delay();
    }

    private static RetryHint hint(int status, String... headers) {
        return RetryHintReader.standard().read(view(status, "", List.of(headers)), NOON);
    }

    private static RetryHint hintWithBody(int status, String body) {
        return RetryHintReader.standard().read(view(status, body, List.of()), NOON);
    }

    private static ResponseView view(int status, String body, List<String> headers) {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        for (String header : headers) {
            int colon = header.indexOf(':');
            fields.computeIfAbsent(header.substring(0, colon), any -> new ArrayList<>())
                    .add(header.substring(colon + 1).strip());
        }
        return ResponseView.of(status, fields, body);
    }
}
