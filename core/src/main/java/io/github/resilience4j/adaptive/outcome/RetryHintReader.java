package io.github.resilience4j.adaptive.outcome;

import io.github.resilience4j.adaptive.outcome.internal.HintRules;
import java.time.Instant;

/** Reads from an answer how long the server asks to be left alone. */
public final class RetryHintReader {

    private static final RetryHintReader STANDARD = new RetryHintReader();

    private RetryHintReader() {}

    /**
     * The reader that knows every form which cannot be mistaken, whoever sends it.
     *
     * @return the shared reader
     */
    public static RetryHintReader standard() {
        return STANDARD;
    }

    /**
     * Reads the hint of an answer.
     *
     * @param answer the answer
     * @param now when the answer was received; only used for absolute times in answers without a usable {@code Date}
     * @return the hint, never null
     */
    public RetryHint read(ResponseView answer, Instant now) {
        return HintRules.read(answer, now);
    }
}
