package io.github.resilience4j.adaptive.retry;

import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs what users gave us so that its faults do not hide the failure that the caller has to see. */
final class Isolated {

    private static final Logger LOG = LoggerFactory.getLogger(RetryAfterAwareRetry.class);

    private static final Outcome UNKNOWN = Outcome.of(Outcome.Kind.UNKNOWN, Outcome.Trait.FAILURE);

    private Isolated() {}

    /** The answer; no, if the predicate throws. */
    static <T> boolean ask(String setting, Predicate<? super T> predicate, T value) {
        try {
            return predicate.test(value);
        } catch (RuntimeException e) {
            LOG.warn("The predicate {} threw; taken as false", setting, e);
            return false;
        }
    }

    /** The outcome; unknown, if the classifier throws or says nothing, against its promise. */
    static Outcome classify(OutcomeClassifier classifier, @Nullable Object result, @Nullable Throwable error) {
        try {
            return Objects.requireNonNull(classifier.classify(result, error), "outcome");
        } catch (RuntimeException e) {
            LOG.warn("The outcomeClassifier threw; taken as unknown", e);
            return UNKNOWN;
        }
    }

    /** Tells a consumer; what it throws is logged. */
    static <T> void tell(String setting, Consumer<? super T> consumer, T value) {
        try {
            consumer.accept(value);
        } catch (Throwable e) {
            LOG.warn("A consumer of {} threw; ignored", setting, e);
        }
    }
}
