package io.github.resilience4j.adaptive.spring.retry;

import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.Outcome.Trait;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.retry.RetryAfterAwareRetry;
import io.github.resilience4j.adaptive.retry.RetryRules;
import io.github.resilience4j.core.IntervalBiFunction;
import io.github.resilience4j.retry.RetryConfig;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A config of the user's that listens besides. What the answer says is known by the rules alone: the exceptions the user
 * named, or all, are retried where it says nothing, and those the user ignores never are. The user's wait is the least.
 */
final class RetryAfterAwareRetryConfig {

    private RetryAfterAwareRetryConfig() {}

    static RetryConfig of(
            RetryConfig base, RetryAfterAwareRetry.Builder<Object> listening, OutcomeClassifier classifier) {
        RetryRules<Object> rules =
                listening.retryOnException(base.getExceptionPredicate()).buildRules();
        Predicate<Object> byRules = rules.retryOnResult();
        Predicate<Object> byUser = userResults(base.getResultPredicate(), classifier);
        IntervalBiFunction<Object> asked = rules.interval();
        IntervalBiFunction<Object> least = base.getIntervalBiFunction();
        return RetryConfig.from(base)
                .retryExceptions() // they are in the predicate
                .retryOnException(rules.retryOnException())
                .retryOnResult(result -> byRules.test(result) || byUser.test(result))
                .intervalBiFunction((attempt, ending) -> {
                    long floor = least.apply(attempt, ending);
                    return floor < 0 ? floor : Math.max(floor, asked.apply(attempt, ending));
                })
                .build();
    }

    /** Only where the answer says nothing of a limit or a failure: there the rules have spoken. */
    private static Predicate<Object> userResults(@Nullable Predicate<Object> byUser, OutcomeClassifier classifier) {
        if (byUser == null) {
            return any -> false;
        }
        return result -> {
            Outcome outcome = classifier.classify(result, null);
            return switch (outcome.kind()) {
                case SUCCESS, UNKNOWN, CALLER_FAULT -> !outcome.has(Trait.VETO) && byUser.test(result);
                default -> false;
            };
        };
    }
}
