package io.github.resilience4j.adaptive.outcome.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.outcome.AnswerReader;
import io.github.resilience4j.adaptive.outcome.Answers;
import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.outcome.SelfRejections;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A user teaches the classifier a client of their own. */
class AnswerReadersTest {

    /** What that client throws. */
    static class ClientException extends RuntimeException {

        private final int status;
        private final String body;

        ClientException(int status, String body) {
            this.status = status;
            this.body = body;
        }
    }

    /** Named in {@code META-INF/services} of the tests. */
    public static final class ClientReader implements AnswerReader {

        @Override
        public Optional<ResponseView> answerIn(Object resultOrThrowable) {
            return resultOrThrowable instanceof ClientException e
                    ? Optional.of(ResponseView.of(e.status, Map.of("Retry-After", List.of("5")), e.body))
                    : Optional.empty();
        }

        @Override
        public Optional<String> methodIn(Object resultOrThrowable) {
            return resultOrThrowable instanceof ClientException ? Optional.of("PATCH") : Optional.empty();
        }
    }

    /** Named there too; must do no harm. */
    public static final class BrokenReader implements AnswerReader {

        @Override
        public Optional<ResponseView> answerIn(Object resultOrThrowable) {
            throw new IllegalStateException("broken");
        }

        @Override
        public Optional<String> methodIn(Object resultOrThrowable) {
            throw new NoClassDefFoundError("broken");
        }
    }

    /** Named there too; cannot even be made. */
    public static final class UnmakeableReader implements AnswerReader {

        public UnmakeableReader() {
            throw new IllegalStateException("unmakeable");
        }

        @Override
        public Optional<ResponseView> answerIn(Object resultOrThrowable) {
            return Optional.empty();
        }
    }

    @Test
    void aServiceIsFound() {
        Outcome outcome = OutcomeClassifier.standard().classify(null, new ClientException(429, ""));

        assertThat(outcome.kind()).isEqualTo(Outcome.Kind.THROTTLED);
        assertThat(outcome.hint().delay()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void anAnswerIsFoundAmongTheCauses() {
        Throwable wrapped = new IllegalStateException(new RuntimeException(new ClientException(503, "")));

        assertThat(OutcomeClassifier.standard().classify(null, wrapped).kind()).isEqualTo(Outcome.Kind.THROTTLED);
        assertThat(Answers.answerIn(wrapped).map(ResponseView::status)).contains(503);
        assertThat(Answers.methodIn(wrapped)).contains("PATCH");
    }

    @Test
    void anExceptionWithAServedAnswerIsNoSuccess() {
        OutcomeClassifier classifier = OutcomeClassifier.standard();

        assertThat(classifier.classify(null, new ClientException(200, "half a body")))
                .isEqualTo(Outcome.of(Outcome.Kind.UNKNOWN, Outcome.Trait.FAILURE));
        assertThat(classifier.classify(null, new ClientException(302, "")).kind())
                .isEqualTo(Outcome.Kind.UNKNOWN);
    }

    @Test
    void anExceptionWithoutAnAnswerIsJudgedByItsCause() {
        Throwable error = new ClientException(-1, "").initCause(new ConnectException());

        assertThat(OutcomeClassifier.standard().classify(null, error).traits())
                .containsExactly(Outcome.Trait.FAILURE, Outcome.Trait.NOT_EXECUTED);
    }

    @Test
    void ourOwnRefusalIsFoundInAForeignException() {
        Throwable error =
                new RuntimeException(new ClientException(503, "{\"type\":\"" + SelfRejections.PROBLEM_TYPE + "\"}"));

        assertThat(SelfRejections.isSelfRejection(error)).isTrue();
        assertThat(OutcomeClassifier.standard().classify(null, error).kind()).isEqualTo(Outcome.Kind.SELF_REJECTED);
    }

    @Test
    void aReaderThatThrowsIsPassedOver() {
        AnswerReaders readers = new AnswerReaders(List.of(new BrokenReader(), new ClientReader()));

        assertThat(readers.answerIn(new ClientException(429, ""))).isPresent();
        assertThat(readers.methodIn(new ClientException(429, ""))).contains("PATCH");
        assertThat(readers.answerIn("no answer")).isEmpty();
        assertThat(readers.answerIn(null)).isEmpty();
    }
}
