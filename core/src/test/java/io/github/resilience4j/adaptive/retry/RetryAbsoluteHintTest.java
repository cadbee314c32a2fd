package io.github.resilience4j.adaptive.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.core.IntervalBiFunction;
import io.github.resilience4j.core.functions.Either;
import io.github.resilience4j.retry.RetryConfig;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Retry-After as a date, read by predicate and interval function at different times of a clock that is not theirs. */
class RetryAbsoluteHintTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final AtomicReference<Instant> now = new AtomicReference<>(NOON);
    private final RetryConfig config = RetryAfterAwareRetry.<HttpResponse<String>>custom()
            .clock(now::get)
            .random(() -> 0)
            .build();

    private boolean retried(HttpResponse<String> answer) {
        return config.<HttpResponse<String>>getResultPredicate().test(answer);
    }

    private long millis(HttpResponse<String> answer) {
        IntervalBiFunction<HttpResponse<String>> interval = config.getIntervalBiFunction();
        return interval.apply(1, Either.right(answer));
    }

    @Test
    void isTheTimeLeftOnTheClockGiven() {
        Answer answer = Answer.retryAt(NOON.plusSeconds(30));

        assertThat(retried(answer)).isTrue();
        assertThat(millis(answer)).isEqualTo(30_000);
    }

    @Test
    void isTheTimeLeftOnTheServersClockIfItSaysWhatThatShows() {
        Answer answer = Answer.retryAt(NOON.plusSeconds(30)).sentAt(NOON.plusSeconds(10));

        assertThat(millis(answer)).isEqualTo(20_000);
    }

    @Test
    void thatHasPassedIsTheBackoff() {
        Answer answer = Answer.retryAt(NOON.minusSeconds(3600));

        assertThat(retried(answer)).isTrue();
        assertThat(millis(answer)).isEqualTo(500);
    }

    @Test
    void tooFarAwayIsNotRetried() {
        assertThat(retried(Answer.retryAt(NOON.plus(Duration.ofMinutes(2).plusSeconds(1)))))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {-86_400, -3_600, -31, -1, 0, 1, 29, 31, 3_600, 86_400})
    void aDecisionIsNotTurnedRoundByAClockThatMovesBetweenTheReadings(long seconds) {
        Answer answer = Answer.retryAt(NOON.plusSeconds(30));

        assertThat(retried(answer)).isTrue();
        now.set(NOON.plusSeconds(seconds));

        assertThat(millis(answer)).isBetween(500L, 120_000L);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whateverTheServerSaysNoWaitIsNegativeEarlyOrOverTheLimit(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            long seconds = random.nextLong(-300, 300);
            Answer answer = random.nextBoolean()
                    ? Answer.of("Retry-After", Long.toString(Math.abs(seconds)))
                    : Answer.retryAt(NOON.plusSeconds(seconds));
            long asked = answer.header.matches("\\d+") ? Math.abs(seconds) : Math.max(0, seconds);

            assertThat(retried(answer)).isEqualTo(asked <= 120);
            if (asked <= 120) {
                assertThat(millis(answer)).isEqualTo(Math.max(500, asked * 1000));
            }
        }
    }

    private record Answer(Map<String, List<String>> fields, String header) implements HttpResponse<String> {

        static Answer of(String name, String value) {
            return new Answer(Map.of(name, List.of(value)), value);
        }

        static Answer retryAt(Instant when) {
            return of("Retry-After", date(when));
        }

        Answer sentAt(Instant when) {
            return new Answer(Map.of("Retry-After", List.of(header), "Date", List.of(date(when))), header);
        }

        private static String date(Instant when) {
            return DateTimeFormatter.RFC_1123_DATE_TIME.format(when.atOffset(ZoneOffset.UTC));
        }

        @Override
        public int statusCode() {
            return 429;
        }

        @Override
        public HttpRequest request() {
            return HttpRequest.newBuilder(uri())
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build();
        }

        @Override
        public Optional<HttpResponse<String>> previousResponse() {
            return Optional.empty();
        }

        @Override
        public HttpHeaders headers() {
            return HttpHeaders.of(fields, (name, value) -> true);
        }

        @Override
        public String body() {
            return "";
        }

        @Override
        public Optional<SSLSession> sslSession() {
            return Optional.empty();
        }

        @Override
        public URI uri() {
            return URI.create("http://127.0.0.1/");
        }

        @Override
        public HttpClient.Version version() {
            return HttpClient.Version.HTTP_1_1;
        }
    }
}
