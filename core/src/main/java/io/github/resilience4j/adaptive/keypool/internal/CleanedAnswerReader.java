package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.outcome.AnswerReader;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.util.Optional;

/** The answer behind an exception that a pool has cleaned. */
public final class CleanedAnswerReader implements AnswerReader {

    /** For the loader of services. */
    public CleanedAnswerReader() {}

    @Override
    public Optional<ResponseView> answerIn(Object resultOrThrowable) {
        return resultOrThrowable instanceof AnswerWithoutSecrets cleaned ? cleaned.answer() : Optional.empty();
    }

    @Override
    public Optional<String> methodIn(Object resultOrThrowable) {
        return resultOrThrowable instanceof AnswerWithoutSecrets cleaned ? cleaned.method() : Optional.empty();
    }
}
