package io.github.resilience4j.adaptive.outcome.internal;

/**
 * What one form found in an answer.
 *
 * @param state whether something was there and could be used
 * @param nanos the wait, if it could
 * @param source the field it was found in
 * @param raw its text
 * @param why why it was not used, in a few words; "" if it was
 */
record Reading(State state, long nanos, String source, String raw, String why) {

    /** From the least to the most telling. */
    enum State {
        /** Nothing there. */
        ABSENT,
        /** Understood, and it asks for nothing: say, a budget that is not the exhausted one. */
        SOMETHING_ELSE,
        /** Something there that makes no sense. */
        UNUSABLE,
        /** A wait. */
        WAIT
    }

    static final Reading ABSENT = new Reading(State.ABSENT, 0, "", "", "");

    /** The longer of two waits; a wait rather than something unusable, and that rather than nothing. */
    Reading orLater(Reading other) {
        if (state == State.WAIT && other.state == State.WAIT) {
            return other.nanos > nanos ? other : this;
        }
        return orElse(other);
    }

    /** This if it is a wait, else the other if that is one, else what speaks more clearly; this of two equals. */
    Reading orElse(Reading other) {
        return other.state.compareTo(state) > 0 ? other : this;
    }

    static Reading wait(long nanos, String source, String raw) {
        return new Reading(State.WAIT, nanos, source, raw, "");
    }

    static Reading unusable(String source, String raw, String why) {
        return new Reading(State.UNUSABLE, 0, source, raw, why);
    }

    static Reading somethingElse(String source, String raw, String why) {
        return new Reading(State.SOMETHING_ELSE, 0, source, raw, why);
    }
}
