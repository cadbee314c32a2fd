package io.github.resilience4j.adaptive.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.outcome.Outcome.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResponseViewAsResultTest {

    @Test
    void anAnswerAsWeSeeItIsClassifiedWithoutAReaderForItsClient() {
        ResponseView refused = ResponseView.of(429, Map.of("Retry-After", List.of("7")), "");

        Outcome outcome = OutcomeClassifier.standard().classify(refused, null);

        assertThat(outcome.kind()).isEqualTo(Kind.THROTTLED);
        assertThat(outcome.hint().delay()).isEqualTo(Duration.ofSeconds(7));
    }
}
