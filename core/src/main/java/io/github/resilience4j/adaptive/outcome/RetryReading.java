package io.github.resilience4j.adaptive.outcome;

import java.util.List;
import java.util.Objects;

/**
 * A hint, and how it was found: for a log line, an event, or a person who asks why a limiter stands still.
 *
 * @param hint the hint
 * @param verdict in a few words why it is what it is
 * @param rejected fields that were there and were passed over, in the order they were asked; those after the one that was
 *     used are not looked at
 * @since 0.1
 */
public record RetryReading(RetryHint hint, String verdict, List<Rejected> rejected) {

    /**
     * A field that was passed over.
     *
     * @param source the field
     * @param raw its text, cut to a length fit for a log line
     * @param why the reason, in a few words
     */
    public record Rejected(String source, String raw, String why) {

        /**
         * Checks that nothing is missing.
         *
         * @param source the field
         * @param raw its text
         * @param why the reason
         * @throws NullPointerException if one is null
         */
        public Rejected {
            Objects.requireNonNull(source, "source");
            Objects.requireNonNull(raw, "raw");
            Objects.requireNonNull(why, "why");
        }
    }

    /**
     * Copies the list.
     *
     * @param hint the hint
     * @param verdict why it is what it is
     * @param rejected fields passed over
     * @throws NullPointerException if one is null
     */
    public RetryReading {
        Objects.requireNonNull(hint, "hint");
        Objects.requireNonNull(verdict, "verdict");
        rejected = List.copyOf(rejected);
    }
}
