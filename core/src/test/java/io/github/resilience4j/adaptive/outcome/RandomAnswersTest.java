package io.github.resilience4j.adaptive.outcome;

import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.github.resilience4j.adaptive.Slow;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Random answers, the same ones in every run. */
@Slow
class RandomAnswersTest {

    private static final List<String> NAMES = List.of(
            "Retry-After",
            "retry-after-ms",
            "x-ms-retry-after-ms",
            "x-amz-retry-after",
            "Date",
            "Age",
            "RateLimit",
            "RateLimit-Policy",
            "RateLimit-Limit",
            "RateLimit-Remaining",
            "RateLimit-Reset",
            "X-RateLimit-Limit",
            "X-RateLimit-Remaining",
            "X-RateLimit-Reset",
            "X-RateLimit-Reset-After",
            "x-ratelimit-remaining-requests",
            "x-ratelimit-reset-requests",
            "x-ratelimit-reset-tokens",
            "anthropic-ratelimit-requests-remaining",
            "anthropic-ratelimit-requests-reset",
            "Remaining-Req",
            "x-should-retry",
            "X-Shopify-Shop-Api-Call-Limit");

    private static final List<String> PIECES = List.of(
            "0",
            "1",
            "30",
            "120",
            "-1",
            "+5",
            "1785499260",
            "1785499260000",
            "9223372036854775807",
            "99999999999999999999",
            "1e9",
            ".",
            ",",
            ";",
            "=",
            ":",
            " ",
            "\t",
            "\"",
            "\\",
            "(",
            ")",
            "?1",
            "@1",
            "%",
            "r=0",
            "t=30",
            "q=100",
            "w=60",
            "\"default\"",
            "default",
            "limit=100",
            "remaining=0",
            "reset=50",
            "Fri",
            "Fri, ",
            "31 Jul 2026 ",
            "31-Jul-26 ",
            "12:02:00",
            "23:59:60",
            " GMT",
            " +0200",
            "2026-07-31",
            "T",
            "Z",
            "ms",
            "s",
            "m",
            "h",
            "sec=0",
            "group=default",
            "false",
            "true",
            "NaN",
            "Infinity",
            "\u0661",
            "\u00B2",
            "\u00A0",
            "\u0000",
            "\uD83D\uDE00",
            "39/40",
            "{",
            "}",
            "[",
            "]",
            "\"retry_after\":",
            "\"retryDelay\":",
            "\"seconds\":",
            "\"nanos\":",
            "\"errors\":",
            "\"type\":",
            "\"code\":",
            "\"RATE_LIMITED\"",
            "\"insufficient_quota\"",
            "try again in ",
            "banned until ",
            "secondary rate limit",
            "<Code>",
            "\\u12",
            "requestedQueryCost",
            "\"restoreRate\":",
            "null");

    private static final int[] STATUSES = {
        200, 204, 301, 400, 401, 402, 403, 404, 408, 413, 418, 425, 429, 500, 502, 503, 529
    };

    @Test
    void aMillionRandomAnswersAreReadWithoutAnExceptionOrANegativeWait() {
        SplittableRandom random = new SplittableRandom(20260731);
        for (int i = 0; i < 1_000_000; i++) {
            ResponseView answer = randomAnswer(random);
            Instant now = Instant.ofEpochSecond(random.nextLong(-2_000_000_000L, 4_000_000_000L));

            RetryHint hint = RetryHintReader.standard().read(answer, now);

            if (hint.delay().isNegative() || hint.delay().compareTo(RetryHint.FOREVER) > 0) {
                throw new AssertionError(hint + " of " + answer);
            }
        }
    }

    @Test
    void randomAnswersAreClassifiedWithoutAnException() {
        SplittableRandom random = new SplittableRandom(42);
        OutcomeClassifier classifier = OutcomeClassifier.standard(InstantSource.fixed(Instant.EPOCH));
        for (int i = 0; i < 50_000; i++) {
            List<String> headers = new ArrayList<>();
            for (int n = random.nextInt(4); n > 0; n--) {
                headers.add(pick(random, NAMES) + ": " + soup(random, 6));
            }
            int status = STATUSES[random.nextInt(STATUSES.length)];

            Outcome outcome = classifier.classify(
                    FakeHttpResponse.of(status, soup(random, 20), headers.toArray(new String[0])), null);

            if (status == 429
                    && outcome.kind() != Outcome.Kind.THROTTLED
                    && outcome.kind() != Outcome.Kind.QUOTA_SPENT) {
                throw new AssertionError(outcome + " of a 429");
            }
        }
    }

    @Test
    void noHeaderOrBodyTakesLong() {
        List<String> hostile = List.of(
                "[".repeat(100_000),
                "{\"a\":".repeat(20_000),
                "\"".repeat(100_000),
                "{\"".repeat(50_000),
                "try again in ".repeat(10_000),
                "{\"message\":\"" + "retry after 1 minute and ".repeat(5_000) + "\"}",
                "banned until 1".repeat(10_000),
                "Fri, ".repeat(20_000),
                "Fri, 31 Jul 2026 12:02:00 GMT,".repeat(4_000),
                "1m".repeat(50_000),
                ",".repeat(100_000),
                "\"a\";r=0;t=1,".repeat(10_000),
                "(".repeat(100_000),
                ";a".repeat(50_000),
                "%\"".repeat(50_000),
                "\\u".repeat(50_000));
        for (String text : hostile) {
            for (String name : NAMES) {
                ResponseView answer = ResponseView.of(429, Map.of(name, List.of(text)), "");
                assertTimeout(
                        Duration.ofSeconds(1), () -> RetryHintReader.standard().read(answer, Instant.EPOCH), name);
            }
            ResponseView answer = ResponseView.of(403, Map.of(), text);
            assertTimeout(
                    Duration.ofSeconds(1), () -> RetryHintReader.standard().read(answer, Instant.EPOCH));
        }
    }

    @Test
    void everyNotationOfAMomentIsReadExactlyAndNeverEarly() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 40_000; i++) {
            Instant now = Instant.ofEpochSecond(
                    random.nextLong(1_000_000_000L, 4_000_000_000L), random.nextInt(1_000_000_000));
            Instant then = Instant.ofEpochSecond(now.getEpochSecond() + random.nextLong(1, 100_000_000L));
            String text = write(then, random);

            RetryHint hint = RetryHintReader.standard()
                    .read(ResponseView.of(503, Map.of("Retry-After", List.of(text)), ""), now);

            assertExact(hint, Duration.between(now, then), text + " at " + now);
        }
    }

    @Test
    void everyNotationOfASpanIsReadExactlyAndNeverEarly() {
        SplittableRandom random = new SplittableRandom(8);
        for (int i = 0; i < 40_000; i++) {
            Duration exact = Duration.ofNanos(random.nextLong(100_000_000_000_000_000L) >>> random.nextInt(50));
            String text = write(exact, random);

            RetryHint hint = RetryHintReader.standard()
                    .read(ResponseView.of(429, Map.of("Retry-After", List.of(text)), ""), Instant.EPOCH);

            assertExact(hint, exact, text);
        }
    }

    // Not early, and less than a millisecond late.
    private static void assertExact(RetryHint hint, Duration exact, String text) {
        Duration late = hint.delay().minus(exact);
        if (!hint.isDelay() || late.isNegative() || late.compareTo(Duration.ofMillis(1)) >= 0) {
            throw new AssertionError(text + " is " + exact + ", not " + hint);
        }
    }

    private static String write(Instant then, SplittableRandom random) {
        ZonedDateTime utc = then.atZone(ZoneOffset.UTC);
        String text = switch (random.nextInt(8)) {
            case 0 ->
                DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
                        .format(utc);
            case 1 ->
                DateTimeFormatter.ofPattern("EEEE, dd-MMM-yy HH:mm:ss 'GMT'", Locale.ROOT)
                        .format(utc);
            case 2 ->
                DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ROOT)
                        .format(utc);
            case 3 -> DateTimeFormatter.ISO_INSTANT.format(then);
            case 4 ->
                DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
                        utc.withZoneSameInstant(ZoneOffset.ofHoursMinutes(5, 30)));
            case 5 ->
                DateTimeFormatter.ofPattern("EEE, d MMM yyyy HH:mm:ss Z", Locale.ROOT)
                        .format(utc.withZoneSameInstant(ZoneOffset.ofHours(-7)));
            case 6 -> String.valueOf(then.getEpochSecond());
            default -> String.valueOf(then.toEpochMilli());
        };
        return switch (random.nextInt(3)) {
            case 0 -> text.toLowerCase(Locale.ROOT);
            case 1 -> text.toUpperCase(Locale.ROOT);
            default -> text;
        };
    }

    private static String write(Duration exact, SplittableRandom random) {
        return switch (random.nextInt(3)) {
            case 0 -> String.format(Locale.ROOT, "%d.%09d", exact.toSeconds(), exact.toNanosPart());
            case 1 ->
                String.format(
                        Locale.ROOT,
                        "%dh%dm%d.%09ds",
                        exact.toHours(),
                        exact.toMinutesPart(),
                        exact.toSecondsPart(),
                        exact.toNanosPart());
            default -> exact.toNanos() + "ns";
        };
    }

    private static ResponseView randomAnswer(SplittableRandom random) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (int n = random.nextInt(4); n > 0; n--) {
            headers.computeIfAbsent(pick(random, NAMES), any -> new ArrayList<>())
                    .add(soup(random, 6));
        }
        String body = random.nextInt(4) == 0 ? soup(random, 12) : "";
        return ResponseView.of(STATUSES[random.nextInt(STATUSES.length)], headers, body);
    }

    private static String soup(SplittableRandom random, int most) {
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(most + 1); n > 0; n--) {
            text.append(pick(random, PIECES));
        }
        return text.toString();
    }

    private static String pick(SplittableRandom random, List<String> from) {
        return from.get(random.nextInt(from.size()));
    }
}
