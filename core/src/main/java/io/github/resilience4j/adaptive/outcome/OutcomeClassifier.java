package io.github.resilience4j.adaptive.outcome;

import io.github.resilience4j.adaptive.outcome.internal.StandardOutcomeClassifier;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says what the end of a call means. Implementations are total and safe for use by many threads: whatever is handed in,
 * they answer and do not throw.
 *
 * <p>Yours to implement: a method without a default is added in a major version only.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface OutcomeClassifier {

    /**
     * Judges a result or an exception.
     *
     * @param result what the call gave; judged if {@code error} is null, and then itself possibly null
     * @param error what the call threw, or null
     * @return the outcome, never null
     */
    Outcome classify(@Nullable Object result, @Nullable Throwable error);

    /**
     * Says how the hint of an outcome was found: for a log line or an event, asked only when somebody wants to know.
     *
     * @param result what the call gave, as in {@link #classify}
     * @param error what the call threw, or null
     * @return the hint that {@link #classify} gives, with the fields passed over if the classifier tells them
     */
    default RetryReading explain(@Nullable Object result, @Nullable Throwable error) {
        return new RetryReading(classify(result, error).hint(), "as the classifier says", List.of());
    }

    /**
     * Reads what a served answer tells about the server's limit. A limiter follows it before anything is refused.
     *
     * @param result what the call gave
     * @return the hint; empty if the answer tells none, or the classifier does not read it
     */
    default Optional<QuotaHint> quota(@Nullable Object result) {
        return Optional.empty();
    }

    /**
     * The standard classifier on the system clock.
     *
     * @return a shared classifier
     */
    static OutcomeClassifier standard() {
        return StandardOutcomeClassifier.onSystemClock();
    }

    /**
     * The standard classifier on a given clock, which is only asked for answers that name an absolute time and carry no
     * usable {@code Date}.
     *
     * @param clock where "now" comes from
     * @return a classifier
     */
    static OutcomeClassifier standard(InstantSource clock) {
        return new StandardOutcomeClassifier(clock, RetryHintReader.standard().rules());
    }

    /**
     * The standard classifier with a reader of waits for one provider.
     *
     * @param clock where "now" comes from
     * @param reader how waits are read
     * @return a classifier
     */
    static OutcomeClassifier standard(InstantSource clock, RetryHintReader reader) {
        return new StandardOutcomeClassifier(clock, reader.rules());
    }
}
