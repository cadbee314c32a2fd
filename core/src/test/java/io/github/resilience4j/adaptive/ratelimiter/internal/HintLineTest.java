package io.github.resilience4j.adaptive.ratelimiter.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.outcome.RetryHintReader;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HintLineTest {

    private static String line(Map<String, List<String>> headers, String body) {
        ResponseView answer = ResponseView.of(429, headers, body);
        return HintLine.of(RetryHintReader.standard().explain(answer, Instant.EPOCH));
    }

    @Test
    void saysWhatWasUsedAndWhatWasPassedOver() {
        assertThat(line(Map.of("retry-after-ms", List.of("soon"), "Retry-After", List.of("120")), ""))
                .isEqualTo("Retry-After asks for PT2M ('120'); passed over retry-after-ms ('soon': not milliseconds)");
    }

    @Test
    void saysThatNothingWasThere() {
        assertThat(line(Map.of(), "")).isEqualTo("nothing there that asks for a pause");
    }

    @Test
    void repeatsNoOtherFieldOfTheAnswer() {
        assertThat(line(Map.of("Set-Cookie", List.of("session=secret"), "Retry-After", List.of("1")), "secret"))
                .doesNotContain("secret");
    }

    @Test
    void isOneLineOfBoundedLength() {
        String hostile = "1\n2026-01-01 ERROR forged" + "x".repeat(100_000);

        assertThat(line(Map.of("Retry-After", List.of(hostile)), ""))
                .doesNotContain("\n")
                .hasSizeLessThan(1_000);
    }
}
