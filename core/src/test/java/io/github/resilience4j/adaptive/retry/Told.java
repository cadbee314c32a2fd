package io.github.resilience4j.adaptive.retry;

import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.Outcome.Kind;
import io.github.resilience4j.adaptive.outcome.Outcome.Trait;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.outcome.RetryHint;
import java.time.Duration;
import java.util.Set;

/** A result, or by {@link #thrown()} an exception, whose outcome is told: the rules without a client. */
record Told(Outcome outcome) {

    static final OutcomeClassifier CLASSIFIER = (result, error) -> {
        if (error instanceof Thrown thrown) {
            return thrown.told.outcome();
        }
        if (error != null) {
            return Outcome.of(Kind.UNKNOWN, Trait.FAILURE);
        }
        return result instanceof Told told ? told.outcome() : Outcome.SUCCESS;
    };

    static final Told FINE = new Told(Outcome.SUCCESS);

    static final Told UNAVAILABLE = of(Kind.UNAVAILABLE, Trait.FAILURE);

    static Told of(Kind kind, Trait... traits) {
        return new Told(Outcome.of(kind, traits));
    }

    static Told throttled(Duration retryAfter) {
        return of(Kind.THROTTLED, Trait.NOT_EXECUTED).asking(retryAfter);
    }

    Told asking(Duration retryAfter) {
        return new Told(new Outcome(
                outcome.kind(),
                RetryHint.delay(retryAfter, "Retry-After", retryAfter.toString()),
                Set.copyOf(outcome.traits())));
    }

    Thrown thrown() {
        return new Thrown(this);
    }

    static final class Thrown extends RuntimeException {

        private final Told told;

        private Thrown(Told told) {
            super(told.outcome().kind().name());
            this.told = told;
        }
    }
}
