package io.github.resilience4j.adaptive.spring.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.outcome.RetryHint;
import io.github.resilience4j.adaptive.spring.Apps;
import io.github.resilience4j.adaptive.spring.FailedStarts;
import io.github.resilience4j.core.functions.Either;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import io.github.resilience4j.retry.RetryRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

class RetryAfterAwareRetryTest {

    private static final String THEIRS = "resilience4j.retry.instances.";
    private static final String OURS = "resilience4j.adaptive.retry.";

    /** Answers are durations: the Retry-After of a 429. All else is unknown, a word is a success. */
    private static final OutcomeClassifier CLASSIFIER = (result, error) -> {
        if (result instanceof Duration wait) {
            return new Outcome(
                    Outcome.Kind.THROTTLED,
                    new RetryHint(RetryHint.Kind.DELAY, wait, "retry-after", wait.toString()),
                    Set.of(Outcome.Trait.NOT_EXECUTED));
        }
        return error == null
                ? Outcome.of(Outcome.Kind.SUCCESS)
                : new Outcome(Outcome.Kind.UNKNOWN, RetryHint.none(), Set.of(Outcome.Trait.FAILURE));
    };

    private final ApplicationContextRunner app = Apps.besideResilience4j()
            .withBean(OutcomeClassifier.class, () -> CLASSIFIER)
            .withPropertyValues(
                    THEIRS + "listens.max-attempts=4",
                    THEIRS + "listens.wait-duration=10ms",
                    THEIRS + "listens.ignore-exceptions=java.lang.IllegalStateException",
                    THEIRS + "deaf.max-attempts=2",
                    OURS + "instances=listens");

    private static RetryConfig configOf(ApplicationContext context, String name) {
        return context.getBean(RetryRegistry.class).retry(name).getRetryConfig();
    }

    @Test
    void waitsAsLongAsTheServerAsksAndNoLessThanTheUserDoes() {
        app.run(context -> {
            RetryConfig config = configOf(context, "listens");
            assertThat(config.getIntervalBiFunction().apply(1, Either.right(Duration.ofSeconds(2))))
                    .isBetween(2000L, 2201L);
            assertThat(config.getIntervalBiFunction().apply(1, Either.right(Duration.ofMillis(1))))
                    .isEqualTo(10L);
            assertThat(config.getResultPredicate().test(Duration.ofSeconds(2))).isTrue();
        });
    }

    @Test
    void endsAtOnceWhereTheServerAsksForMoreThanAllowed() {
        app.withPropertyValues(OURS + "max-retry-after=5s").run(context -> {
            assertThat(configOf(context, "listens").getResultPredicate().test(Duration.ofSeconds(5)))
                    .isTrue();
            assertThat(configOf(context, "listens").getResultPredicate().test(Duration.ofSeconds(6)))
                    .isFalse();
        });
    }

    @Test
    void keepsWhatTheUserSet() {
        app.withPropertyValues(
                        THEIRS + "listens.fail-after-max-attempts=true",
                        THEIRS + "listens.result-predicate=" + Empty.class.getName())
                .run(context -> {
                    RetryConfig config = configOf(context, "listens");
                    assertThat(config.getMaxAttempts()).isEqualTo(4);
                    assertThat(config.isFailAfterMaxAttempts()).isTrue();
                    assertThat(config.getResultPredicate().test("")).isTrue();
                    assertThat(config.getResultPredicate().test("full")).isFalse();
                    assertThat(config.getExceptionPredicate().test(new IOException()))
                            .as("Resilience4j's default: all")
                            .isTrue();
                    assertThat(config.getExceptionPredicate().test(new IllegalStateException()))
                            .as("ignored")
                            .isFalse();
                });
    }

    /** A result predicate as people name it in properties. */
    public static final class Empty implements java.util.function.Predicate<Object> {
        @Override
        public boolean test(Object result) {
            return "".equals(result) || result instanceof Duration;
        }
    }

    @Test
    void theUsersResultPredicateDoesNotOverruleTheServer() {
        app.withPropertyValues(
                        OURS + "max-retry-after=5s", THEIRS + "listens.result-predicate=" + Empty.class.getName())
                .run(context -> assertThat(configOf(context, "listens")
                                .getResultPredicate()
                                .test(Duration.ofSeconds(6)))
                        .isFalse());
    }

    @Test
    void onlyTheExceptionsThatTheUserNamesAreRetried() {
        app.withPropertyValues(THEIRS + "listens.retry-exceptions=java.io.IOException")
                .run(context -> {
                    RetryConfig config = configOf(context, "listens");
                    assertThat(config.getExceptionPredicate().test(new IOException()))
                            .isTrue();
                    assertThat(config.getExceptionPredicate().test(new IllegalArgumentException()))
                            .isFalse();
                });
    }

    @Test
    void aRefusalOfOurOwnSideIsNeverRetried() {
        app.run(context -> {
            AtomicInteger calls = new AtomicInteger();
            RequestNotPermitted refusal = RequestNotPermitted.createRequestNotPermitted(RateLimiter.ofDefaults("api"));
            Retry listens = context.getBean(RetryRegistry.class).retry("listens");
            assertThatThrownBy(() -> listens.executeRunnable(() -> {
                        calls.incrementAndGet();
                        throw new IllegalArgumentException(refusal);
                    }))
                    .hasCause(refusal);
            assertThat(calls).hasValue(1);
        });
    }

    @Test
    void othersAreLeftAlone() {
        app.run(context ->
                assertThat(configOf(context, "deaf").getResultPredicate()).isNull());
    }

    @Test
    void customizersComeLast() {
        app.withBean(
                        RetryAfterAwareRetryCustomizer.class,
                        () -> RetryAfterAwareRetryCustomizer.of("listens", it -> it.maxRetryAfter(Duration.ofHours(1))))
                .run(context -> assertThat(configOf(context, "listens")
                                .getResultPredicate()
                                .test(Duration.ofMinutes(59)))
                        .isTrue());
    }

    @Test
    void aNameThatDoesNotExistEndsTheStart() {
        ApplicationContextRunner twoRetries = Apps.besideResilience4j()
                .withPropertyValues(THEIRS + "listens.max-attempts=4", THEIRS + "deaf.max-attempts=2");
        assertThat(FailedStarts.analysis(twoRetries.withPropertyValues(OURS + "instances=listens,lisstens"))
                        .getDescription())
                .contains(OURS + "instances", "there is no instance 'lisstens'", "deaf, listens");
        assertThat(FailedStarts.analysis(twoRetries.withPropertyValues(
                                OURS + "instances[0]=listens", OURS + "instances[1]=none"))
                        .getDescription())
                .contains(OURS + "instances[1] is \"none\"");
    }

    @Test
    void withoutARegistryOfRetriesANameEndsTheStart() {
        assertThat(FailedStarts.analysis(Apps.alone().withPropertyValues(OURS + "instances=x"))
                        .getDescription())
                .contains("there is no instance 'x'", "no bean of type RetryRegistry");
    }

    @Test
    void aCustomizerForANameThatDoesNotListenEndsTheStart() {
        assertThat(FailedStarts.analysis(app.withBean(
                                RetryAfterAwareRetryCustomizer.class,
                                () -> RetryAfterAwareRetryCustomizer.of("deaf", it -> it.maxAttempts(9))))
                        .getDescription())
                .contains(OURS + "instances is \"listens\"", "does not name 'deaf'", "a customizer", "[listens]");
    }

    @Test
    void whatACustomizerGotWrongIsSaidWithItsValue() {
        assertThat(FailedStarts.analysis(app.withBean(
                                RetryAfterAwareRetryCustomizer.class,
                                () -> RetryAfterAwareRetryCustomizer.of("listens", it -> it.maxAttempts(0))))
                        .getDescription())
                .contains("maxAttempts is 0, it must be at least 1");
    }

    @Test
    void settingsOutOfRangeEndTheStart() {
        assertThat(FailedStarts.analysis(app.withPropertyValues(OURS + "retry-budget=NaN"))
                        .getDescription())
                .contains(OURS + "retry-budget is \"NaN\"", "above 0 and at most 1");
        assertThat(FailedStarts.analysis(app.withPropertyValues(OURS + "max-retry-after=-1s"))
                        .getDescription())
                .contains(OURS + "max-retry-after is \"-1s\"", "0 or more");
    }
}
