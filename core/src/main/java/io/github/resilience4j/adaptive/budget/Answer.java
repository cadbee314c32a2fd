package io.github.resilience4j.adaptive.budget;

/**
 * What an answer means for the budget.
 *
 * @param meaning what the server did with the call
 * @param delay nanoseconds it asked to wait, {@link #UNNAMED} if it named none
 * @since 0.1
 */
public record Answer(Meaning meaning, long delay) {

    /** The server named no time. */
    public static final long UNNAMED = -1;

    /** Nothing that says anything about the limit. */
    public static final Answer SILENCE = new Answer(Meaning.SILENT, UNNAMED);

    /** What the server did with the call. */
    public enum Meaning {
        /** It took the call: the limit was not in the way. */
        ACCEPTED,
        /** It refused the call for coming too often: less from now on. */
        REFUSED,
        /**
         * It refused the call, and the member of a shared budget that tells it has found that too many were in flight from
         * there: a pause, but the rate need not be lower.
         */
        CROWDED,
        /** It is overloaded and named a time: a pause, but no reason for less. */
        HELD,
        /** It is in trouble: a probe has not passed, nothing else follows for the budget. */
        TROUBLED,
        /** Nothing that says anything about the limit: the probe's place goes to the next call. */
        SILENT
    }

    /**
     * Whether it asks for less, or for a pause: then it concerns all who share a budget.
     *
     * @return true if the server refused or held the call
     */
    public boolean holdsCallsBack() {
        return meaning == Meaning.REFUSED || meaning == Meaning.CROWDED || meaning == Meaning.HELD;
    }

    boolean namesDelay() {
        return delay != UNNAMED;
    }
}
