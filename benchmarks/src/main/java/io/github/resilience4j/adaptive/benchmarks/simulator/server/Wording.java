package io.github.resilience4j.adaptive.benchmarks.simulator.server;

import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.outcome.RetryHint;
import io.github.resilience4j.adaptive.outcome.RetryHintReader;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/** How a server words its Retry-After, given the nanoseconds that would be right. */
@FunctionalInterface
public interface Wording {

    /** Whole seconds, rounded up. */
    Wording EXACT = wait -> named(Duration.ofSeconds(ceilDiv(wait, 1_000_000_000L)));

    /** Milliseconds, rounded up. */
    Wording FRACTIONAL = wait -> named(Duration.ofMillis(ceilDiv(wait, 1_000_000L)));

    /** When a pause told as a date ends; which day that is makes no difference. */
    Instant NOON = Instant.parse("2026-01-05T12:00:00Z");

    Wording ABSENT = wait -> RetryHint.none();

    Wording GARBAGE = wait -> RetryHint.invalid("Retry-After", "soon");

    static Wording always(Duration delay) {
        return wait -> named(delay);
    }

    /** A date, read by a client whose own clock is off: the answer says what time it is where it comes from. */
    static Wording dated(Duration clientOff) {
        return wait -> {
            Instant now = NOON.plusNanos(-wait).truncatedTo(ChronoUnit.SECONDS);
            ResponseView answer =
                    ResponseView.of(429, Map.of("Date", List.of(http(now)), "Retry-After", List.of(http(NOON))), "");
            return RetryHintReader.standard().read(answer, now.plus(clientOff));
        };
    }

    RetryHint retryAfter(long wait);

    private static String http(Instant moment) {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(moment.atZone(ZoneOffset.UTC));
    }

    private static RetryHint named(Duration delay) {
        return RetryHint.delay(delay, "Retry-After", delay.toString());
    }

    private static long ceilDiv(long nanos, long unit) {
        return (nanos + unit - 1) / unit;
    }
}
