package io.github.resilience4j.adaptive.budget;

/**
 * The one call that may leave after a pause.
 *
 * @param call the number of the call that is out, {@link #NOBODY} while the place is free
 * @param takenAt when it was taken, in nanoseconds
 * @since 0.1
 */
public record Probe(long call, long takenAt) {

    /** The number of a call that has no identity: made through bare hooks. */
    public static final long ANONYMOUS = 0;

    /** No call has taken the place. */
    public static final long NOBODY = -1;

    /** The place is given away by a store; no call from here may take it. */
    private static final long ELSEWHERE = -2;

    static final Probe FREE = new Probe(NOBODY, Long.MIN_VALUE);

    static final Probe WITH_THE_STORE = new Probe(ELSEWHERE, Long.MAX_VALUE);

    /**
     * Whether a call from here is the probe.
     *
     * @return false while the place is free or with a store
     */
    public boolean isFromHere() {
        return call >= ANONYMOUS;
    }

    /** Whether a store says who of all members sends the probe. */
    boolean isWithStore() {
        return call == ELSEWHERE;
    }

    boolean isOut() {
        return call != NOBODY;
    }

    /** Whether the next call may be the probe: nobody is, or whoever is has not answered in time. */
    boolean isFreeAt(long now, long timeout) {
        return !isOut() || now >= Pauses.after(takenAt, timeout);
    }
}
