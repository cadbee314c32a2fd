package io.github.resilience4j.adaptive.outcome;

import java.util.Optional;

/**
 * Finds the HTTP answer in what an HTTP client returns or throws. One reader per client; to teach the standard classifier
 * a further client, name an implementation in {@code META-INF/services/io.github.resilience4j.adaptive.outcome.AnswerReader}.
 *
 * <p>Readers see every result and every exception with its causes, so they first look at the type, by an interface or
 * superclass that belongs to the client. They must be fast, safe for many threads, and must not read a stream. One that
 * throws is taken to have said nothing.
 *
 * <p>Yours to implement: a method without a default is added in a major version only.
 *
 * @since 0.1
 */
public interface AnswerReader {

    /**
     * The answer in a result or an exception (itself, not its causes).
     *
     * @param resultOrThrowable what a call gave or threw, never null
     * @return the answer, empty if this is not an object of the reader's client, or carries no answer
     */
    Optional<ResponseView> answerIn(Object resultOrThrowable);

    /**
     * The request method of the call that gave this.
     *
     * @param resultOrThrowable what a call gave or threw, never null
     * @return the method as it was sent, for instance {@code "POST"}; empty if it cannot be seen
     */
    default Optional<String> methodIn(Object resultOrThrowable) {
        return Optional.empty();
    }
}
