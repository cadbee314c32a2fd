package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.outcome.RetryReading;
import io.github.resilience4j.adaptive.outcome.RetryReading.Rejected;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent.HintRead;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent.Throttled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who asks why a limiter stands still is told what was read. */
class HintsExplainedTest {

    private final AdaptiveRateLimiter limiter =
            AdaptiveRateLimiter.of("api", AdaptiveRateLimiterConfig.ofDefaults(), new FakeClock());

    @Test
    void tellsWhichFieldWasUsedWhichWereNotAndWhy() {
        List<HintRead> heard = new ArrayList<>();
        limiter.events().onHintRead(heard::add);

        limiter.onResult(
                ResponseView.of(429, Map.of("retry-after-ms", List.of("soon"), "Retry-After", List.of("120")), ""));
        limiter.onResult(ResponseView.of(429, Map.of(), ""));
        limiter.onResult(ResponseView.of(200, Map.of(), ""));
        limiter.onResult(ResponseView.of(500, Map.of(), ""));

        assertThat(heard).hasSize(2);
        RetryReading first = heard.get(0).reading();
        assertThat(first.hint().source()).isEqualTo("Retry-After");
        assertThat(first.rejected()).containsExactly(new Rejected("retry-after-ms", "soon", "not milliseconds"));
        assertThat(heard.get(1).reading().verdict()).isEqualTo("nothing there that asks for a pause");
    }

    @Test
    void readsTheAnswerInsideAnException() {
        List<HintRead> heard = new ArrayList<>();
        limiter.events().onHintRead(heard::add);

        limiter.onError(new IllegalStateException(new Refused()));

        assertThat(heard).extracting(event -> event.reading().hint().delay()).containsExactly(Duration.ofSeconds(7));
    }

    private static final class Refused extends RuntimeException implements ResponseView {
        @Override
        public int status() {
            return 429;
        }

        @Override
        public List<String> header(String name) {
            return name.equalsIgnoreCase("Retry-After") ? List.of("7") : List.of();
        }

        @Override
        public String body() {
            return "";
        }
    }

    @Test
    void aClassifierThatDoesNotExplainIsQuoted() {
        RetryReading reading = Reply.CLASSIFIER.explain(Reply.tooManyFor(Duration.ofSeconds(3)), null);

        assertThat(reading.hint().delay()).isEqualTo(Duration.ofSeconds(3));
        assertThat(reading.rejected()).isEmpty();
    }

    @Test
    void aClassifierThatCannotExplainHarmsNobody() {
        AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of(
                "api",
                AdaptiveRateLimiterConfig.custom()
                        .outcomeClassifier(new Inexplicable())
                        .build(),
                new FakeClock());
        List<Throttled> heard = new ArrayList<>();
        limiter.events().onHintRead(event -> {});
        limiter.events().onThrottled(heard::add);

        limiter.onResult(Reply.TOO_MANY);

        assertThat(heard).hasSize(1);
    }

    private static final class Inexplicable implements OutcomeClassifier {
        @Override
        public Outcome classify(Object result, Throwable error) {
            return Reply.CLASSIFIER.classify(result, error);
        }

        @Override
        public RetryReading explain(Object result, Throwable error) {
            throw new IllegalStateException("no idea");
        }
    }
}
