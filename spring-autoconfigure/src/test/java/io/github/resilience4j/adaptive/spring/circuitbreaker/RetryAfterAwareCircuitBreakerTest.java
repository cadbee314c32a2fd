package io.github.resilience4j.adaptive.spring.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.outcome.RetryHint;
import io.github.resilience4j.adaptive.spring.Apps;
import io.github.resilience4j.adaptive.spring.FailedStarts;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

class RetryAfterAwareCircuitBreakerTest {

    private static final String THEIRS = "resilience4j.circuitbreaker.instances.";
    private static final String OURS = "resilience4j.adaptive.circuitbreaker.";

    /** A 429 is "429", a 503 with Retry-After is its duration; exceptions are unknown. */
    private static final OutcomeClassifier CLASSIFIER = (result, error) -> {
        if (result instanceof Duration wait) {
            return new Outcome(
                    Outcome.Kind.THROTTLED,
                    new RetryHint(RetryHint.Kind.DELAY, wait, "retry-after", wait.toString()),
                    Set.of(Outcome.Trait.FAILURE));
        }
        if ("429".equals(result)) {
            return new Outcome(
                    Outcome.Kind.THROTTLED,
                    new RetryHint(RetryHint.Kind.DELAY, Duration.ofMinutes(1), "retry-after", "60"),
                    Set.of(Outcome.Trait.NOT_EXECUTED));
        }
        return error == null
                ? Outcome.of(Outcome.Kind.SUCCESS)
                : new Outcome(Outcome.Kind.UNKNOWN, RetryHint.none(), Set.of(Outcome.Trait.FAILURE));
    };

    private final ApplicationContextRunner app = Apps.besideResilience4j()
            .withBean(OutcomeClassifier.class, () -> CLASSIFIER)
            .withPropertyValues(
                    THEIRS + "listens.sliding-window-size=7",
                    THEIRS + "listens.record-exceptions=java.io.IOException",
                    THEIRS + "listens.record-result-predicate=" + Bad.class.getName(),
                    THEIRS + "deaf.sliding-window-size=9",
                    OURS + "instances=listens");

    /** A bad result as people name it in properties. */
    public static final class Bad implements java.util.function.Predicate<Object> {
        @Override
        public boolean test(Object result) {
            return "bad".equals(result) || result instanceof Duration;
        }
    }

    private static CircuitBreaker breaker(ApplicationContext context, String name) {
        return context.getBean(CircuitBreakerRegistry.class).circuitBreaker(name);
    }

    private static int failuresAfter(CircuitBreaker breaker, Throwable error) {
        breaker.onError(1, TimeUnit.MILLISECONDS, error);
        return breaker.getMetrics().getNumberOfFailedCalls();
    }

    @Test
    void doesNotRecordARefusalOfOurOwnSide() {
        app.run(context -> {
            CircuitBreaker listens = breaker(context, "listens");
            RequestNotPermitted refusal = RequestNotPermitted.createRequestNotPermitted(RateLimiter.ofDefaults("api"));
            assertThat(failuresAfter(listens, refusal)).isZero();
            assertThat(failuresAfter(listens, new IOException(refusal))).isZero();
            assertThat(listens.getMetrics().getNumberOfBufferedCalls()).isZero();
        });
    }

    @Test
    void recordsWhatTheUserRecordsAndNothingElse() {
        app.run(context -> {
            CircuitBreaker listens = breaker(context, "listens");
            assertThat(failuresAfter(listens, new IllegalArgumentException())).isZero();
            assertThat(failuresAfter(listens, new IOException())).isEqualTo(1);
            listens.onResult(1, TimeUnit.MILLISECONDS, "bad");
            assertThat(listens.getMetrics().getNumberOfFailedCalls()).isEqualTo(2);
            listens.onResult(1, TimeUnit.MILLISECONDS, "429");
            assertThat(listens.getMetrics().getNumberOfFailedCalls()).isEqualTo(2);
        });
    }

    @Test
    void keepsTheRestAsTheUserSetIt() {
        app.run(context -> {
            CircuitBreakerConfig config = breaker(context, "listens").getCircuitBreakerConfig();
            assertThat(config.getSlidingWindowSize()).isEqualTo(7);
            assertThat(config.getPermittedNumberOfCallsInHalfOpenState()).isEqualTo(1);
            assertThat(breaker(context, "deaf")
                            .getCircuitBreakerConfig()
                            .getRecordResultPredicate()
                            .test("bad"))
                    .isFalse();
        });
    }

    @Test
    void opensForAsLongAsTheServerAsks() {
        app.run(context -> {
            CircuitBreaker listens = breaker(context, "listens");
            listens.onResult(1, TimeUnit.MILLISECONDS, Duration.ofMinutes(3));
            assertThat(listens.getState()).isEqualTo(CircuitBreaker.State.OPEN);
            assertThat(listens.getMetrics().getNumberOfFailedCalls()).isZero();
        });
    }

    @Test
    void opensAtA429OnlyIfAsked() {
        app.run(context -> {
            CircuitBreaker listens = breaker(context, "listens");
            listens.onResult(1, TimeUnit.MILLISECONDS, "429");
            assertThat(listens.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
        });
        app.withPropertyValues(OURS + "open-on-throttle=true").run(context -> {
            CircuitBreaker listens = breaker(context, "listens");
            listens.onResult(1, TimeUnit.MILLISECONDS, "429");
            assertThat(listens.getState()).isEqualTo(CircuitBreaker.State.OPEN);
        });
    }

    @Test
    void customizersComeLast() {
        app.withBean(
                        RetryAfterAwareCircuitBreakerCustomizer.class,
                        () -> RetryAfterAwareCircuitBreakerCustomizer.of("listens", it -> it.openOnThrottle(true)))
                .run(context -> {
                    breaker(context, "listens").onResult(1, TimeUnit.MILLISECONDS, "429");
                    assertThat(breaker(context, "listens").getState()).isEqualTo(CircuitBreaker.State.OPEN);
                });
    }

    @Test
    void aCustomizerForANameThatDoesNotListenEndsTheStart() {
        assertThat(FailedStarts.analysis(app.withBean(
                                RetryAfterAwareCircuitBreakerCustomizer.class,
                                () -> RetryAfterAwareCircuitBreakerCustomizer.of(
                                        "deaf", it -> it.openOnThrottle(true))))
                        .getDescription())
                .contains(OURS + "instances is \"listens\"", "does not name 'deaf'", "a customizer", "[listens]");
    }

    @Test
    void aNameThatDoesNotExistEndsTheStart() {
        assertThat(FailedStarts.analysis(app.withPropertyValues(OURS + "instances=none"))
                        .getDescription())
                .contains(OURS + "instances is \"none\"", "there is no instance 'none'", "deaf, listens");
    }
}
