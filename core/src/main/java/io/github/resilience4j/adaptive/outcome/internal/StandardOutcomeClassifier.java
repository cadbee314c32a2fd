package io.github.resilience4j.adaptive.outcome.internal;

import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.Outcome.Kind;
import io.github.resilience4j.adaptive.outcome.Outcome.Trait;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.outcome.SelfRejections;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The standard classifier. */
public final class StandardOutcomeClassifier implements OutcomeClassifier {

    private static final Outcome UNKNOWN_FAILURE = Outcome.of(Kind.UNKNOWN, Trait.FAILURE);
    private static final Outcome SELF_REJECTED = Outcome.of(Kind.SELF_REJECTED);

    private final InstantSource clock;

    /**
     * A classifier on a clock.
     *
     * @param clock where "now" comes from
     */
    public StandardOutcomeClassifier(InstantSource clock) {
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    /**
     * The shared classifier on the system clock.
     *
     * @return the classifier
     */
    public static OutcomeClassifier onSystemClock() {
        return Shared.INSTANCE;
    }

    @Override
    public Outcome classify(@Nullable Object result, @Nullable Throwable error) {
        if (error == null) {
            return Outcome.SUCCESS;
        }
        return SelfRejections.isSelfRejection(error) ? SELF_REJECTED : UNKNOWN_FAILURE;
    }

    @Override
    public String toString() {
        return "OutcomeClassifier.standard(" + clock + ")";
    }

    // The one place in this package that names the system clock: the default of a parameter.
    private static final class Shared {
        static final OutcomeClassifier INSTANCE = new StandardOutcomeClassifier(InstantSource.system());
    }
}
