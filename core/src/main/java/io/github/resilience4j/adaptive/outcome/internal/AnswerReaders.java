package io.github.resilience4j.adaptive.outcome.internal;

import io.github.resilience4j.adaptive.outcome.AnswerReader;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All readers in their order. */
public final class AnswerReaders {

    private static final AnswerReaders STANDARD = new AnswerReaders(List.of(new JdkAnswerReader()));

    private final List<AnswerReader> readers;

    AnswerReaders(List<AnswerReader> readers) {
        this.readers = List.copyOf(readers);
    }

    /**
     * The built-in readers.
     *
     * @return the shared list
     */
    public static AnswerReaders standard() {
        return STANDARD;
    }

    /**
     * The answer in a result or exception.
     *
     * @param resultOrThrowable what a call gave or threw
     * @return the answer, empty if none
     */
    public Optional<ResponseView> answerIn(@Nullable Object resultOrThrowable) {
        if (resultOrThrowable != null) {
            for (AnswerReader reader : readers) {
                Optional<ResponseView> answer = reader.answerIn(resultOrThrowable);
                if (answer.isPresent()) {
                    return answer;
                }
            }
        }
        return Optional.empty();
    }

    /**
     * The request method behind a result or exception.
     *
     * @param resultOrThrowable what a call gave or threw
     * @return the method, empty if not seen
     */
    public Optional<String> methodOf(@Nullable Object resultOrThrowable) {
        if (resultOrThrowable != null) {
            for (AnswerReader reader : readers) {
                Optional<String> method = reader.methodIn(resultOrThrowable);
                if (method.isPresent()) {
                    return method;
                }
            }
        }
        return Optional.empty();
    }
}
