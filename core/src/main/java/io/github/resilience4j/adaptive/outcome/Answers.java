package io.github.resilience4j.adaptive.outcome;

import io.github.resilience4j.adaptive.outcome.internal.AnswerReaders;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP answer behind whatever an HTTP client returned or threw.
 *
 * @since 0.1
 */
public final class Answers {

    private Answers() {}

    /**
     * The answer in a result, or in an exception or the first of its causes that carries one.
     *
     * @param resultOrThrowable what a call gave or threw; null carries none
     * @return the answer, empty if there is none or the client is not known
     */
    public static Optional<ResponseView> answerIn(@Nullable Object resultOrThrowable) {
        return AnswerReaders.standard().answerIn(resultOrThrowable);
    }

    /**
     * The request method of the call that gave this result, or threw this exception or one of its causes.
     *
     * @param resultOrThrowable what a call gave or threw; null tells nothing
     * @return the method as it was sent, for instance {@code "POST"} (methods are case-sensitive, RFC 9110 section 9.1);
     *     empty if it cannot be seen
     */
    public static Optional<String> methodIn(@Nullable Object resultOrThrowable) {
        return AnswerReaders.standard().methodIn(resultOrThrowable);
    }
}
