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

    enum State {
        /** Nothing there. */
        ABSENT,
        /** Something there that makes no sense. */
        UNUSABLE,
        /** Understood, and it asks for nothing: say, a budget that is not the exhausted one. */
        SPEAKS_OF_SOMETHING_ELSE,
        /** A wait. */
        WAIT
    }

    static final Reading ABSENT = new Reading(State.ABSENT, 0, "", "", "");

    static Reading wait(long nanos, String source, String raw) {
        return new Reading(State.WAIT, nanos, source, raw, "");
    }

    static Reading unusable(String source, String raw, String why) {
        return new Reading(State.UNUSABLE, 0, source, raw, why);
    }

    static Reading somethingElse(String source, String raw, String why) {
        return new Reading(State.SPEAKS_OF_SOMETHING_ELSE, 0, source, raw, why);
    }
}
