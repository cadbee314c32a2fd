package io.github.resilience4j.adaptive.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.outcome.Outcome.Kind;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.io.IOException;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Refusals of our own side are known wherever they are. */
class SelfRejectionTest {

    private final OutcomeClassifier classifier = OutcomeClassifier.standard();

    static Stream<Throwable> refusals() {
        return Stream.of(
                RequestNotPermitted.createRequestNotPermitted(RateLimiter.ofDefaults("limiter")),
                CallNotPermittedException.createCallNotPermittedException(CircuitBreaker.ofDefaults("breaker")),
                BulkheadFullException.createBulkheadFullException(Bulkhead.ofDefaults("bulkhead")),
                new TooBusy(Duration.ofSeconds(3)),
                new WebSocketHandshakeException(
                        FakeHttpResponse.of(503, "{\"status\":503,\"type\":\"" + SelfRejections.PROBLEM_TYPE + "\"}")));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void aRefusalIsKnown(Throwable refusal) {
        assertThat(SelfRejections.isSelfRejection(refusal)).isTrue();
        assertThat(classifier.classify(null, refusal).kind()).isEqualTo(Kind.SELF_REJECTED);
        assertThat(classifier.classify(null, refusal).traits()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void aRefusalIsKnownAtAnyDepth(Throwable refusal) {
        Throwable wrapped = refusal;
        for (int depth = 0; depth < 1_000; depth++) {
            wrapped = switch (depth % 5) {
                case 0 -> new CompletionException(wrapped);
                case 1 -> new ExecutionException(wrapped);
                case 2 -> new RuntimeException("the user's own", wrapped);
                case 3 -> new IOException("a client's", wrapped);
                default -> new CancellationException().initCause(wrapped);
            };

            if (depth < 10 || depth % 100 == 0) {
                assertThat(SelfRejections.isSelfRejection(wrapped)).isTrue();
                assertThat(classifier.classify(null, wrapped).kind()).isEqualTo(Kind.SELF_REJECTED);
            }
        }
    }

    @Test
    void othersAreNone() {
        assertThat(SelfRejections.isSelfRejection(null)).isFalse();
        assertThat(SelfRejections.isSelfRejection(new IllegalStateException())).isFalse();
        assertThat(SelfRejections.isSelfRejection(new StackOverflowError())).isFalse();
    }

    @Test
    void theRefusalItselfIsFoundAmongCauses() {
        TooBusy refusal = new TooBusy(Duration.ofSeconds(3));

        assertThat(SelfRejections.find(new RuntimeException(new IllegalStateException(refusal))))
                .containsSame(refusal);
        assertThat(SelfRejections.find(new IllegalStateException())).isEmpty();
        assertThat(SelfRejections.find(null)).isEmpty();
    }

    @Test
    void theHintSaysWhenAskingAgainMakesSense() {
        Throwable error = new RuntimeException(new TooBusy(Duration.ofSeconds(3)));

        assertThat(classifier.classify(null, error).hint().delay()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void aRefusalThatDoesNotKnowWhenGivesNoHint() {
        assertThat(Stream.of(new TooBusy(Duration.ZERO), new TooBusy(Duration.ofSeconds(-1)), new TooBusy(null))
                        .map(error -> classifier.classify(null, error)))
                .allSatisfy(it -> assertThat(it.kind()).isEqualTo(Kind.SELF_REJECTED))
                .allSatisfy(it -> assertThat(it.hint()).isEqualTo(RetryHint.none()));
    }

    @Test
    void aRefusalThatFailsToSayWhenGivesNoHintEither() {
        Outcome outcome = classifier.classify(null, new Nasty());

        assertThat(outcome.kind()).isEqualTo(Kind.SELF_REJECTED);
        assertThat(outcome.hint()).isEqualTo(RetryHint.none());
        assertThat(SelfRejections.isSelfRejection(new Nasty())).isTrue();
    }

    private static final class Nasty extends RuntimeException implements SelfRejection {

        @Override
        public Duration retryAfter() {
            throw new AssertionError("nasty");
        }
    }

    private static final class TooBusy extends RuntimeException implements SelfRejection {

        private final transient Duration retryAfter;

        TooBusy(Duration retryAfter) {
            this.retryAfter = retryAfter;
        }

        @Override
        public Duration retryAfter() {
            return retryAfter;
        }
    }
}
