package io.github.resilience4j.adaptive.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.Outcome.Kind;
import io.github.resilience4j.adaptive.outcome.Outcome.Trait;
import io.github.resilience4j.adaptive.outcome.RetryHint;
import io.github.resilience4j.adaptive.outcome.SelfRejection;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.core.IntervalBiFunction;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.core.functions.Either;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class RetryRulesTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final List<GaveUp> gaveUp = new ArrayList<>();

    private RetryAfterAwareRetry.Builder<Object> custom() {
        return RetryAfterAwareRetry.custom()
                .outcomeClassifier(Told.CLASSIFIER)
                .random(() -> 0)
                .onGaveUp(gaveUp::add);
    }

    private static boolean retries(RetryAfterAwareRetry.Builder<Object> builder, Told told) {
        RetryRules<Object> rules = builder.buildRules();
        boolean asResult = rules.retryOnResult().test(told);
        assertThat(rules.retryOnException().test(told.thrown()))
                .as("exceptions and results alike")
                .isEqualTo(asResult);
        return asResult;
    }

    private static long millis(RetryAfterAwareRetry.Builder<Object> builder, int attempt, Told told) {
        RetryRules<Object> rules = builder.buildRules();
        long afterResult = rules.interval().apply(attempt, Either.right(told));
        assertThat(rules.interval().apply(attempt, Either.left(told.thrown()))).isEqualTo(afterResult);
        return afterResult;
    }

    @Nested
    class Decides {

        @ParameterizedTest
        @EnumSource(
                value = Kind.class,
                names = {"THROTTLED", "UNAVAILABLE"})
        void onlyTheServersTroubleIsRetried(Kind kind) {
            assertThat(retries(custom(), Told.of(kind))).isTrue();
        }

        @ParameterizedTest
        @EnumSource(
                value = Kind.class,
                mode = EnumSource.Mode.EXCLUDE,
                names = {"THROTTLED", "UNAVAILABLE"})
        void nothingElseIs(Kind kind) {
            assertThat(retries(custom(), Told.of(kind, Trait.NOT_EXECUTED))).isFalse();
            assertThat(retries(custom(), Told.of(kind).asking(Duration.ofSeconds(1))))
                    .isFalse();
            assertThat(gaveUp).isEmpty();
        }

        @Test
        void whatTheServerForbidsIsNotRetriedAndTold() {
            assertThat(retries(custom(), Told.of(Kind.UNAVAILABLE, Trait.NOT_EXECUTED, Trait.VETO)))
                    .isFalse();
            assertThat(gaveUp).extracting(GaveUp::reason).containsOnly(GaveUp.Reason.FORBIDDEN_BY_SERVER);
        }

        @Test
        void aHintOverTheLimitEndsItAndIsTold() {
            Told told = Told.throttled(HOUR);

            assertThat(retries(custom().maxRetryAfter(HOUR), told)).isTrue();
            assertThat(retries(custom().maxRetryAfter(HOUR.minusNanos(1)), told))
                    .isFalse();

            assertThat(gaveUp).hasSize(2).allSatisfy(it -> {
                assertThat(it.reason()).isEqualTo(GaveUp.Reason.RETRY_AFTER_TOO_LONG);
                assertThat(it.outcome()).isEqualTo(told.outcome());
                assertThat(it).hasToString("GaveUp[RETRY_AFTER_TOO_LONG, THROTTLED, asked to wait PT1H]");
            });
            assertThat(gaveUp.get(0).result()).isSameAs(told);
            assertThat(gaveUp.get(0).error()).isNull();
            assertThat(gaveUp.get(1).result()).isNull();
            assertThat(gaveUp.get(1).error()).isInstanceOf(Told.Thrown.class);
        }

        @Test
        void foreverIsTooLong() {
            assertThat(retries(custom(), Told.throttled(RetryHint.FOREVER))).isFalse();
        }

        @Test
        void withoutPatienceOnlyHintsOfZeroAreRetried() {
            assertThat(retries(custom().maxRetryAfter(Duration.ZERO), Told.throttled(Duration.ofNanos(1))))
                    .isFalse();
            assertThat(retries(custom().maxRetryAfter(Duration.ZERO), Told.throttled(Duration.ZERO)))
                    .isTrue();
            assertThat(retries(custom().maxRetryAfter(Duration.ZERO), Told.UNAVAILABLE))
                    .isTrue();
        }

        @Test
        void anEmptyResultIsNoFailure() {
            assertThat(custom().buildRules().retryOnResult().test(null)).isFalse();
        }
    }

    @Nested
    class UnknownExceptions {

        @Test
        void areNotRetried() {
            assertThat(custom().buildRules().retryOnException().test(new IOException()))
                    .isFalse();
        }

        @Test
        @SuppressWarnings("unchecked")
        void areIfDeclared() {
            RetryRules<Object> rules = custom().retryExceptions(IOException.class, IllegalStateException.class)
                    .retryOnException(error -> "now".equals(error.getMessage()))
                    .buildRules();

            assertThat(rules.retryOnException())
                    .accepts(
                            new IOException(),
                            new IllegalStateException(),
                            new Exception("now"),
                            new java.io.UncheckedIOException("now", new IOException()),
                            new CompletionException(new ExecutionException(new IOException())))
                    .rejects(new Exception(), new Exception(new IOException()), new CompletionException("no", null));
        }

        @Test
        void aDeclarationDoesNotWidenWhatIsKnown() {
            RetryRules<Object> rules = custom().retryOnException(any -> true).buildRules();

            assertThat(rules.retryOnException())
                    .rejects(
                            Told.of(Kind.CALLER_FAULT).thrown(),
                            Told.of(Kind.AUTH_REJECTED).thrown(),
                            Told.of(Kind.CANCELLED).thrown(),
                            Told.throttled(HOUR).thrown(),
                            new StackOverflowError(),
                            new AssertionError());
        }

        @Test
        void aDeclarationThatThrowsSaysNo() {
            RetryRules<Object> rules = custom().retryOnException(error -> {
                        throw new IllegalStateException("broken");
                    })
                    .retryOnException(IOException.class::isInstance)
                    .buildRules();

            assertThat(rules.retryOnException()).accepts(new IOException()).rejects(new Exception());
        }

        @Test
        void aClassifierThatSaysNothingKnowsNothing() {
            RetryRules<Object> rules = RetryAfterAwareRetry.custom()
                    .outcomeClassifier((result, error) -> null)
                    .buildRules();

            assertThat(rules.retryOnException().test(new IOException())).isFalse();
            assertThat(rules.interval().apply(1, Either.right("result"))).isBetween(500L, 550L);
        }

        @Test
        void aClassifierThatThrowsKnowsNothing() {
            RetryRules<Object> rules = RetryAfterAwareRetry.custom()
                    .outcomeClassifier((result, error) -> {
                        throw new IllegalStateException("broken");
                    })
                    .buildRules();

            assertThat(rules.retryOnException().test(new IOException())).isFalse();
            assertThat(rules.retryOnResult().test("result")).isFalse();
        }
    }

    @Nested
    class OwnRefusals {

        static List<Throwable> refusals() {
            return List.of(
                    RequestNotPermitted.createRequestNotPermitted(RateLimiter.ofDefaults("ours")),
                    CallNotPermittedException.createCallNotPermittedException(CircuitBreaker.ofDefaults("ours")),
                    BulkheadFullException.createBulkheadFullException(Bulkhead.ofDefaults("ours")),
                    new Refusal());
        }

        @ParameterizedTest
        @MethodSource("refusals")
        void areNeverRetriedHoweverDeepAndWhateverAClassifierSays(Throwable refusal) {
            RetryRules<Object> rules = RetryAfterAwareRetry.custom()
                    .outcomeClassifier((result, error) -> Outcome.of(Kind.UNAVAILABLE))
                    .retryOnException(any -> true)
                    .idempotent(true)
                    .buildRules();

            Throwable wrapped = refusal;
            for (int depth = 0; depth < 5; depth++) {
                assertThat(rules.retryOnException().test(wrapped))
                        .as("%s", wrapped)
                        .isFalse();
                wrapped = depth % 2 == 0 ? new CompletionException(wrapped) : new IOException(wrapped);
            }
        }
    }

    @Nested
    class UnsafeCalls {

        private final Told broken = Told.UNAVAILABLE;

        @Test
        void countAsIdempotentIfTheMethodCannotBeSeen() {
            assertThat(retries(custom(), broken)).isTrue();
        }

        @Test
        void doNotIfSoDeclared() {
            assertThat(retries(custom().idempotent(false), broken)).isFalse();
            assertThat(gaveUp).extracting(GaveUp::reason).containsOnly(GaveUp.Reason.NOT_IDEMPOTENT);
        }

        @Test
        void areRetriedIfTheServerDidNothing() {
            assertThat(retries(custom().idempotent(false), Told.throttled(Duration.ZERO)))
                    .isTrue();
            assertThat(retries(custom().idempotent(false), Told.of(Kind.UNAVAILABLE, Trait.NOT_EXECUTED)))
                    .isTrue();
        }

        @Test
        void canBeDeclaredOneByOne() {
            List<Object> asked = new ArrayList<>();
            RetryRules<Object> rules =
                    custom().idempotent(it -> asked.add(it) && it == broken).buildRules();
            Told other = Told.of(Kind.UNAVAILABLE);

            assertThat(rules.retryOnResult()).accepts(broken).rejects(other);
            assertThat(asked).containsExactly(broken, other);
        }

        @Test
        void aDeclarationThatThrowsSaysNo() {
            assertThat(retries(
                            custom().idempotent((Object it) -> {
                                throw new IllegalStateException("broken");
                            }),
                            broken))
                    .isFalse();
        }
    }

    @Nested
    class Waiting {

        @Test
        void isAsLongAsAsked() {
            assertThat(millis(custom(), 1, Told.throttled(Duration.ofSeconds(2))))
                    .isEqualTo(2000);
        }

        @Test
        void isTheBackoffIfNothingOrLessIsAsked() {
            assertThat(millis(custom(), 1, Told.UNAVAILABLE)).isEqualTo(500);
            assertThat(millis(custom(), 1, Told.throttled(Duration.ZERO))).isEqualTo(500);
            assertThat(millis(custom(), 2, Told.throttled(Duration.ofMillis(999))))
                    .isEqualTo(1000);
            assertThat(millis(custom(), 3, Told.throttled(Duration.ofMillis(999))))
                    .isEqualTo(2000);
        }

        @Test
        void hasABackoffOfOnesOwn() {
            assertThat(millis(custom().backoff(IntervalFunction.of(7)), 3, Told.UNAVAILABLE))
                    .isEqualTo(7);
            assertThat(millis(custom().backoff(attempt -> -5L), 1, Told.UNAVAILABLE))
                    .isZero();
        }

        @Test
        void differsForEqualWaitersAndIsNeverLessThanAsked() {
            RetryAfterAwareRetry.Builder<Object> builder =
                    RetryAfterAwareRetry.custom().outcomeClassifier(Told.CLASSIFIER);
            IntervalBiFunction<Object> interval = builder.buildRules().interval();
            Set<Long> waits = new TreeSet<>();
            for (int i = 0; i < 1000; i++) {
                waits.add(interval.apply(1, Either.right(Told.throttled(Duration.ofSeconds(60)))));
            }

            assertThat(waits).hasSizeGreaterThan(800).allMatch(it -> it >= 60_000 && it <= 66_000);
            assertThat(waits).anyMatch(it -> it > 65_000);
        }

        @Test
        void standingAloneSaysStopIfTooMuchIsAsked() {
            assertThat(millis(custom(), 1, Told.throttled(HOUR))).isEqualTo(-1);
        }

        @Test
        void keepsADecisionThoughTheClockJumpsBackBeforeTheHintIsReadAgain() {
            Iterator<Duration> readings = List.of(Duration.ofSeconds(1), HOUR).iterator();
            var config = RetryAfterAwareRetry.custom()
                    .outcomeClassifier(
                            (result, error) -> Told.throttled(readings.next()).outcome())
                    .random(() -> 0)
                    .build();

            assertThat(config.getResultPredicate().test("429")).isTrue();
            assertThat(config.getIntervalBiFunction().apply(1, Either.right("429")))
                    .isEqualTo(120_000);
        }

        @Test
        void fallsToTheBackoffIfTheTimeHasPassedWhenTheHintIsReadAgain() {
            Iterator<Duration> readings =
                    List.of(Duration.ofSeconds(1), Duration.ZERO).iterator();
            var config = RetryAfterAwareRetry.custom()
                    .outcomeClassifier(
                            (result, error) -> Told.throttled(readings.next()).outcome())
                    .random(() -> 0)
                    .build();

            assertThat(config.getResultPredicate().test("429")).isTrue();
            assertThat(config.getIntervalBiFunction().apply(1, Either.right("429")))
                    .isEqualTo(500);
        }
    }

    @Nested
    class Consumers {

        @Test
        void thatThrowHarmNobody() {
            List<GaveUp> later = new ArrayList<>();
            RetryRules<Object> rules = RetryAfterAwareRetry.custom()
                    .outcomeClassifier(Told.CLASSIFIER)
                    .onGaveUp(event -> {
                        throw new AssertionError("consumer");
                    })
                    .onGaveUp(later::add)
                    .buildRules();

            assertThat(rules.retryOnResult().test(Told.throttled(HOUR))).isFalse();
            assertThat(later).hasSize(1);
        }
    }

    @Nested
    class Budget {

        @Test
        void spentByRetriesEndsThemAndIsTold() {
            RetryRules<Object> rules = custom().retryBudget(0.2).buildRules();

            int made = (int) IntStream.range(0, 100)
                    .filter(call -> rules.retryOnResult().test(Told.UNAVAILABLE)
                            && rules.interval().apply(1, Either.right(Told.UNAVAILABLE)) >= 0)
                    .count();

            assertThat(made).isBetween(20, 30);
            assertThat(gaveUp)
                    .hasSize(100 - made)
                    .extracting(GaveUp::reason)
                    .containsOnly(GaveUp.Reason.RETRY_BUDGET_SPENT);
        }

        @Test
        void isSharedByConfigsOrOfEachItsOwn() {
            RetryBudget shared = RetryBudget.of(0.2);
            RetryAfterAwareRetry.Builder<Object> sharing = custom().retryBudget(shared);
            spend(sharing.buildRules());
            assertThat(shared.available()).isZero();
            assertThat(retries(sharing, Told.UNAVAILABLE)).isFalse();

            RetryAfterAwareRetry.Builder<Object> separate = custom().retryBudget(0.2);
            spend(separate.buildRules());
            assertThat(retries(separate, Told.UNAVAILABLE)).isTrue();
        }

        private void spend(RetryRules<Object> rules) {
            for (int i = 0; i < RetryBudget.SAVINGS; i++) {
                assertThat(rules.interval().apply(1, Either.right(Told.UNAVAILABLE)))
                        .isEqualTo(500);
            }
        }
    }

    private static final class Refusal extends RuntimeException implements SelfRejection {
        @Override
        public Duration retryAfter() {
            return Duration.ofSeconds(1);
        }
    }
}
