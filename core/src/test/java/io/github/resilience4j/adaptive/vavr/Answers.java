package io.github.resilience4j.adaptive.vavr;

import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a server said, as a result and as an exception that carries it. */
final class Answers {

    static final ResponseView OK = ResponseView.of(200, Map.of(), "");
    static final ResponseView TOO_MANY = ResponseView.of(429, Map.of("Retry-After", List.of("5")), "");

    /** Reads {@link Refused} too. */
    static final OutcomeClassifier CLASSIFIER = Answers::classify;

    private Answers() {}

    /** The same answer as an exception. */
    static final class Refused extends Exception {
        private final ResponseView answer;

        Refused(ResponseView answer) {
            super("status " + answer.status());
            this.answer = answer;
        }
    }

    private static Outcome classify(@Nullable Object result, @Nullable Throwable error) {
        return error instanceof Refused refused
                ? OutcomeClassifier.standard().classify(refused.answer, null)
                : OutcomeClassifier.standard().classify(result, error);
    }
}
