package io.github.resilience4j.adaptive.outcome;

import static io.github.resilience4j.adaptive.outcome.Outcome.Trait.ALL_KEYS;
import static io.github.resilience4j.adaptive.outcome.Outcome.Trait.FAILURE;
import static io.github.resilience4j.adaptive.outcome.Outcome.Trait.NOT_EXECUTED;
import static io.github.resilience4j.adaptive.outcome.Outcome.Trait.VETO;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.outcome.Outcome.Kind;
import io.github.resilience4j.adaptive.outcome.Outcome.Trait;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SubmissionPublisher;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;

/** The table of what an answer means, for the JDK's responses. */
class AnswerOutcomeTest {

    private static final Instant NOON = Instant.parse("2026-07-31T12:00:00Z");
    private static final String OUR_PROBLEM =
            "{\"type\":\"" + SelfRejections.PROBLEM_TYPE + "\",\"title\":\"Too busy\",\"status\":503}";

    private final OutcomeClassifier classifier = OutcomeClassifier.standard(InstantSource.fixed(NOON));

    static Stream<Arguments> table() {
        return Stream.of(
                row(200, Kind.SUCCESS),
                row(204, Kind.SUCCESS),
                row(304, Kind.SUCCESS),
                row(400, Kind.CALLER_FAULT),
                row(401, Kind.AUTH_REJECTED),
                row(402, Kind.QUOTA_SPENT),
                row(403, Kind.AUTH_REJECTED),
                row(404, Kind.CALLER_FAULT),
                row(407, Kind.CALLER_FAULT),
                row(408, Kind.UNAVAILABLE, FAILURE, NOT_EXECUTED),
                row(409, Kind.CALLER_FAULT),
                row(413, Kind.CALLER_FAULT),
                row(418, Kind.CALLER_FAULT),
                row(421, Kind.UNAVAILABLE, NOT_EXECUTED),
                row(422, Kind.CALLER_FAULT),
                row(425, Kind.UNAVAILABLE, NOT_EXECUTED),
                row(429, Kind.THROTTLED, NOT_EXECUTED),
                row(451, Kind.CALLER_FAULT),
                row(500, Kind.UNAVAILABLE, FAILURE),
                row(501, Kind.CALLER_FAULT),
                row(502, Kind.UNAVAILABLE, FAILURE),
                row(503, Kind.UNAVAILABLE, FAILURE),
                row(504, Kind.UNAVAILABLE, FAILURE),
                row(505, Kind.CALLER_FAULT),
                row(522, Kind.UNAVAILABLE, FAILURE),
                row(529, Kind.UNAVAILABLE, FAILURE),
                row(0, Kind.UNKNOWN, FAILURE),
                row(-1, Kind.UNKNOWN, FAILURE),
                row(999, Kind.UNKNOWN, FAILURE));
    }

    private static Arguments row(int status, Kind kind, Trait... traits) {
        return Arguments.of(status, kind, Set.of(traits));
    }

    @ParameterizedTest
    @MethodSource("table")
    void aBareStatusMeansWhatTheTableSays(int status, Kind kind, Set<Trait> traits) {
        Outcome outcome = classifier.classify(FakeHttpResponse.status(status), null);

        assertThat(outcome.kind()).isEqualTo(kind);
        assertThat(outcome.traits()).isEqualTo(traits);
        assertThat(outcome.hint()).isEqualTo(RetryHint.none());
    }

    @ParameterizedTest
    @ValueSource(ints = {503, 529})
    void aServiceThatNamesAWaitIsThrottlingAndFailing(int status) {
        Outcome outcome = classifier.classify(FakeHttpResponse.status(status, "Retry-After: 7"), null);

        assertThat(outcome.kind()).isEqualTo(Kind.THROTTLED);
        assertThat(outcome.traits()).containsExactly(FAILURE);
        assertThat(outcome.hint().delay()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void aServiceThatNamesAnUnusableWaitIsAsBareAsOneThatNamesNone() {
        Outcome outcome = classifier.classify(FakeHttpResponse.status(503, "Retry-After: soon"), null);

        assertThat(outcome.kind()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(outcome.hint().kind()).isEqualTo(RetryHint.Kind.INVALID);
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 502, 504, 408, 413, 425, 301, 307, 429})
    void theHintIsReadWhereItMayStand(int status) {
        Outcome bare = classifier.classify(FakeHttpResponse.status(status), null);
        Outcome outcome = classifier.classify(FakeHttpResponse.status(status, "Retry-After: 7"), null);

        assertThat(outcome.hint().delay()).isEqualTo(Duration.ofSeconds(7));
        assertThat(outcome.kind()).isEqualTo(bare.kind());
        assertThat(outcome.traits()).isEqualTo(bare.traits());
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 400, 401, 402, 404, 409, 410, 421, 422, 501, 505})
    void elsewhereItIsNot(int status) {
        Outcome outcome = classifier.classify(FakeHttpResponse.status(status, "Retry-After: 7"), null);

        assertThat(outcome.hint()).isEqualTo(RetryHint.none());
    }

    @ParameterizedTest
    @ValueSource(strings = {"Retry-After: 7", "retry-after-ms: 7", "Retry-After: soon"})
    void aForbiddenWithLimitEvidenceIsThrottled(String evidence) {
        Outcome outcome = classifier.classify(FakeHttpResponse.status(403, evidence), null);

        assertThat(outcome.kind()).isEqualTo(Kind.THROTTLED);
        assertThat(outcome.traits()).containsExactly(NOT_EXECUTED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"message\":\"You have exceeded a secondary rate limit\"}",
                "{\"message\":\"API rate limit exceeded for user ID 1.\"}",
                "{\"error\":{\"errors\":[{\"domain\":\"usageLimits\",\"reason\":\"userRateLimitExceeded\"}]}}",
                "{\"message\":\"You have triggered an abuse detection mechanism.\"}",
                "Too Many Requests"
            })
    void aForbiddenWhoseBodyTellsOfALimitIsThrottled(String body) {
        Outcome outcome = classifier.classify(FakeHttpResponse.of(403, body), null);

        assertThat(outcome.kind()).isEqualTo(Kind.THROTTLED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"message\":\"Resource not accessible by integration\"}",
                "{\"documentation_url\":\"https://docs.example.org/rest/rate-limits\",\"message\":\"Forbidden\"}",
                "<html>Forbidden</html>"
            })
    void anyOtherForbiddenIsAboutTheKey(String body) {
        Outcome outcome = classifier.classify(FakeHttpResponse.of(403, body), null);

        assertThat(outcome.kind()).isEqualTo(Kind.AUTH_REJECTED);
    }

    @Test
    void aTeapotWithAWaitIsABanOfAllKeys() {
        Outcome outcome = classifier.classify(FakeHttpResponse.status(418, "Retry-After: 120"), null);

        assertThat(outcome.kind()).isEqualTo(Kind.THROTTLED);
        assertThat(outcome.traits()).containsExactly(ALL_KEYS);
        assertThat(outcome.hint().delay()).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void aSpentQuotaIsNoThrottling() {
        String body = "{\"error\":{\"message\":\"You exceeded your current quota\",\"type\":\"insufficient_quota\"}}";

        assertThat(classifier.classify(FakeHttpResponse.of(429, body), null).kind())
                .isEqualTo(Kind.QUOTA_SPENT);
    }

    @Test
    void aDaysQuotaIsSpentIfItIsForbiddenToGoOn() {
        String body = "{\"error\":{\"errors\":[{\"domain\":\"youtube.quota\",\"reason\":\"quotaExceeded\"}]}}";

        assertThat(classifier.classify(FakeHttpResponse.of(403, body), null).kind())
                .isEqualTo(Kind.QUOTA_SPENT);
        assertThat(classifier.classify(FakeHttpResponse.of(429, body), null).kind())
                .isEqualTo(Kind.THROTTLED);
    }

    @Test
    void aSuccessThatSaysRateLimitedIsThrottled() {
        String github =
                "{\"data\":null,\"errors\":[{\"type\":\"RATE_LIMITED\",\"message\":\"API rate limit exceeded\"}]}";
        String shopify = "{\"errors\":[{\"message\":\"Throttled\",\"extensions\":{\"code\":\"THROTTLED\"}}]}";
        String slack = "{\"ok\":false,\"error\":\"ratelimited\"}";
        String batch = "[{\"data\":{}},{\"errors\":[{\"type\":\"RATE_LIMITED\"}]}]";

        assertThat(Stream.of(github, shopify, slack, batch)
                        .map(body -> classifier.classify(FakeHttpResponse.of(200, body), null)))
                .allSatisfy(it -> assertThat(it.kind()).isEqualTo(Kind.THROTTLED))
                .allSatisfy(it -> assertThat(it.traits()).containsExactly(NOT_EXECUTED));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"data\":{\"errors\":[{\"type\":\"RATE_LIMITED\"}]}}",
                "{\"answer\":\"errors of type rate_limited mean too many requests\"}",
                "rate limit exceeded",
                "{\"type\":\"urn:resilience4j-adaptive:rejected\"}",
                "{\"items\":[{\"error\":\"throttled\"}]}"
            })
    void aSuccessThatOnlyTalksAboutLimitsIsASuccess(String body) {
        assertThat(classifier.classify(FakeHttpResponse.of(200, body), null)).isSameAs(Outcome.SUCCESS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x-should-retry: false", "X-Should-Retry: FALSE", "Stripe-Should-Retry: false"})
    void theServerCanForbidRepeating(String header) {
        Outcome outcome = classifier.classify(FakeHttpResponse.status(500, header), null);

        assertThat(outcome.kind()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(outcome.traits()).containsExactly(FAILURE, VETO);
    }

    @Test
    void ourOwnRefusalOneHopAwayIsKnown() {
        FakeHttpResponse<String> answer =
                FakeHttpResponse.of(503, OUR_PROBLEM, "Content-Type: application/problem+json", "Retry-After: 4");

        Outcome outcome = classifier.classify(answer, null);

        assertThat(outcome.kind()).isEqualTo(Kind.SELF_REJECTED);
        assertThat(outcome.traits()).isEmpty();
        assertThat(outcome.hint().delay()).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void ourOwnRefusalIsKnownInBytesToo() {
        byte[] body = OUR_PROBLEM.getBytes(StandardCharsets.UTF_8);

        assertThat(classifier.classify(FakeHttpResponse.of(503, body), null).kind())
                .isEqualTo(Kind.SELF_REJECTED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"about:blank\",\"detail\":\"urn:resilience4j-adaptive:rejected\"}",
                "{\"cause\":{\"type\":\"urn:resilience4j-adaptive:rejected\"}}",
                "urn:resilience4j-adaptive:rejected"
            })
    void theTypeOfTheProblemItselfCounts(String body) {
        assertThat(classifier.classify(FakeHttpResponse.of(503, body), null).kind())
                .isEqualTo(Kind.UNAVAILABLE);
    }

    @Test
    void aBodyThatIsAStreamIsLeftToTheCaller() {
        InputStream untouched = new ByteArrayInputStream(OUR_PROBLEM.getBytes(StandardCharsets.UTF_8));

        assertThat(classifier
                        .classify(FakeHttpResponse.of(503, untouched), null)
                        .kind())
                .isEqualTo(Kind.UNAVAILABLE);
        assertThat(untouched).hasContent(OUR_PROBLEM);
    }

    @Test
    void whatIsNoAnswerIsASuccess() {
        assertThat(classifier.classify(null, null)).isSameAs(Outcome.SUCCESS);
        assertThat(classifier.classify("503", null)).isSameAs(Outcome.SUCCESS);
        assertThat(classifier.classify(Optional.empty(), null)).isSameAs(Outcome.SUCCESS);
        assertThat(classifier.classify(FakeHttpResponse.status(200), null)).isSameAs(Outcome.SUCCESS);
    }

    @Test
    void whatIsNoResultYetIsNeitherSuccessNorFailure() {
        try (SubmissionPublisher<String> publisher = new SubmissionPublisher<>()) {
            assertThat(Stream.of(
                                    new CompletableFuture<String>(),
                                    CompletableFuture.failedFuture(new IllegalStateException()),
                                    new FutureTask<>(() -> "later"),
                                    publisher,
                                    (Publisher<String>) subscriber -> {})
                            .map(result -> classifier.classify(result, null)))
                    .allSatisfy(it -> assertThat(it.kind()).isEqualTo(Kind.UNKNOWN))
                    .allSatisfy(it -> assertThat(it.traits()).isEmpty())
                    .allSatisfy(it -> assertThat(it.countsAsFailure()).isFalse());
        }
    }

    @Test
    void theClassNameOfTheObjectDoesNotMatter() {
        Object anonymous = new SuccessorOfFuture();

        assertThat(classifier.classify(anonymous, null).kind()).isEqualTo(Kind.UNKNOWN);
    }

    private static final class SuccessorOfFuture extends FutureTask<String> {
        SuccessorOfFuture() {
            super(() -> "later");
        }
    }

    @Test
    void anErrorIsJudgedEvenIfThereIsAResult() {
        assertThat(classifier
                        .classify(FakeHttpResponse.status(200), new IllegalStateException())
                        .kind())
                .isEqualTo(Kind.UNKNOWN);
    }

    @Test
    void absoluteTimesAreTakenAgainstTheAnswersOwnDateElseTheClock() {
        String at = "Retry-After: Fri, 31 Jul 2026 12:02:00 GMT";

        assertThat(classifier
                        .classify(FakeHttpResponse.status(429, at), null)
                        .hint()
                        .delay())
                .isEqualTo(Duration.ofMinutes(2));
        assertThat(classifier
                        .classify(FakeHttpResponse.status(429, at, "Date: Fri, 31 Jul 2026 12:01:00 GMT"), null)
                        .hint()
                        .delay())
                .isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void theMethodOfTheRequestIsKnown() {
        assertThat(Answers.methodIn(FakeHttpResponse.status(503).to("POST"))).contains("POST");
        assertThat(Answers.methodIn("no answer")).isEmpty();
        assertThat(Answers.methodIn(null)).isEmpty();
        assertThat(Answers.answerIn(FakeHttpResponse.status(503)))
                .hasValueSatisfying(it -> assertThat(it.status()).isEqualTo(503));
    }
}
