package io.github.resilience4j.adaptive.benchmarks.simulator.server;

import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.outcome.RetryHint;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a server answers.
 *
 * @param status 200 or 429
 * @param retryAfter how long it asks to be left alone
 */
public record Answer(int status, RetryHint retryAfter) {

    private static final Answer OK = new Answer(200, RetryHint.none());

    /** Reads these answers for a limiter. */
    public static final OutcomeClassifier CLASSIFIER = Answer::classify;

    static Answer ok() {
        return OK;
    }

    static Answer tooManyRequests(RetryHint retryAfter) {
        return new Answer(429, retryAfter);
    }

    public boolean isRefusal() {
        return status == 429;
    }

    private static Outcome classify(@Nullable Object result, @Nullable Throwable error) {
        return result instanceof Answer answer && answer.isRefusal()
                ? new Outcome(Outcome.Kind.THROTTLED, answer.retryAfter, Set.of(Outcome.Trait.NOT_EXECUTED))
                : Outcome.SUCCESS;
    }
}
