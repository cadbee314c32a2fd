package io.github.resilience4j.adaptive.benchmarks.simulator.server;

import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.outcome.QuotaHint;
import io.github.resilience4j.adaptive.outcome.RetryHint;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a server answers.
 *
 * @param status 200 or 429
 * @param retryAfter how long it asks to be left alone
 * @param quota what it tells of its limit
 */
public record Answer(int status, RetryHint retryAfter, Optional<QuotaHint> quota) {

    private static final Answer OK = new Answer(200, RetryHint.none(), Optional.empty());

    /** Reads these answers for a limiter. */
    public static final OutcomeClassifier CLASSIFIER = new Reader();

    static Answer ok() {
        return OK;
    }

    static Answer tooManyRequests(RetryHint retryAfter) {
        return new Answer(429, retryAfter, Optional.empty());
    }

    public boolean isRefusal() {
        return status == 429;
    }

    static Answer telling(QuotaHint quota) {
        return new Answer(200, RetryHint.none(), Optional.of(quota));
    }

    private static final class Reader implements OutcomeClassifier {
        @Override
        public Outcome classify(@Nullable Object result, @Nullable Throwable error) {
            return result instanceof Answer answer && answer.isRefusal()
                    ? new Outcome(Outcome.Kind.THROTTLED, answer.retryAfter, Set.of(Outcome.Trait.NOT_EXECUTED))
                    : Outcome.SUCCESS;
        }

        @Override
        public Optional<QuotaHint> quota(@Nullable Object result) {
            return result instanceof Answer answer ? answer.quota : Optional.empty();
        }
    }
}
