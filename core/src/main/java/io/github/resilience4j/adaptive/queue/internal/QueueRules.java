package io.github.resilience4j.adaptive.queue.internal;

import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.Outcome.Kind;
import io.github.resilience4j.adaptive.queue.RetryQueueConfig;
import io.github.resilience4j.core.IntervalFunction;
import java.time.Duration;
import java.util.function.Predicate;

/** What becomes of an entry, by how its attempt ended. Pure. */
record QueueRules(
        int maxAttempts,
        IntervalFunction backoff,
        Duration refusalDelay,
        Duration maxDelay,
        Predicate<? super Outcome> buryOn) {

    static QueueRules of(RetryQueueConfig config) {
        return new QueueRules(
                config.getMaxAttempts(),
                config.getBackoff(),
                config.getRefusalDelay(),
                config.getMaxDelay(),
                config.getBuryOn());
    }

    /** Whether an entry has been claimed so often that no handler need see it again: each time its JVM died. */
    boolean isWornOut(int attempts) {
        return attempts > maxAttempts;
    }

    /**
     * Judges an attempt.
     *
     * @param outcome how it ended
     * @param attempts how many there were, this one included
     * @param closing whether the queue interrupts its handlers
     */
    Verdict judge(Outcome outcome, int attempts, boolean closing) {
        if (outcome.kind() == Kind.SUCCESS) {
            return new Verdict.Done();
        }
        if (outcome.kind() == Kind.SELF_REJECTED) {
            Duration asked = outcome.hint().isDelay() ? outcome.hint().delay() : Duration.ZERO;
            return new Verdict.PutBack(bounded(asked.isZero() ? refusalDelay : asked));
        }
        if (outcome.kind() == Kind.CANCELLED && closing) {
            return new Verdict.PutBack(Duration.ZERO);
        }
        if (attempts >= maxAttempts || buryOn.test(outcome)) {
            return new Verdict.Bury();
        }
        Duration own = Duration.ofMillis(Math.max(0, backoff.apply(attempts)));
        Duration asked = outcome.hint().delay();
        return new Verdict.Again(bounded(asked.compareTo(own) > 0 ? asked : own));
    }

    private Duration bounded(Duration delay) {
        return delay.compareTo(maxDelay) > 0 ? maxDelay : delay;
    }
}
