package io.github.resilience4j.adaptive.budget;

import org.jspecify.annotations.Nullable;

/**
 * What holds calls back: a stop, pauses, and after a pause the wait for the answer to one probe. A stop, the server's
 * pauses, pauses after failures and pauses by hand are kept apart; the strongest counts.
 *
 * @param pauses when each kind ends; kept until a probe has passed
 * @param probe the place of the one call after a pause; null when calls flow
 * @param lastPause the length of the pause that ends or ended last, in nanoseconds
 * @param stopReason why a person stopped all calls; null unless stopped
 * @since 0.1
 */
public record Hold(
        Pauses pauses,
        @Nullable Probe probe,
        long lastPause,
        @Nullable String stopReason) {

    /** Nothing does. */
    static final Hold NOTHING = new Hold(Pauses.NONE, null, 0, null);

    /** Whether calls may leave. */
    public enum State {
        /** As permits allow. */
        RUNNING,
        /** Not before the pause ends. */
        PAUSED,
        /** One call, the probe. */
        PROBING,
        /** Not before a person resumes. */
        STOPPED
    }

    /**
     * Whether calls flow; independent of the time, so that a granted call needs no look at pauses.
     *
     * @return true in {@link State#RUNNING}
     */
    public boolean isOpen() {
        return probe == null && stopReason == null;
    }

    /**
     * The state at a moment.
     *
     * @param now nanoseconds
     * @return the strongest of stop, pause and probe
     */
    public State stateAt(long now) {
        if (stopReason != null) {
            return State.STOPPED;
        }
        if (probe == null) {
            return State.RUNNING;
        }
        return now < pauses.end() ? State.PAUSED : State.PROBING;
    }

    /**
     * How long the pause still lasts.
     *
     * @param now nanoseconds
     * @return nanoseconds, 0 without a pause, {@link Pauses#FOREVER} until somebody resumes
     */
    public long pauseLeft(long now) {
        long end = pauses.end();
        if (end <= now) {
            return 0;
        }
        return end == Pauses.FOREVER ? Pauses.FOREVER : end - now;
    }

    /**
     * How long the pause still lasts that the server asked for.
     *
     * @param now nanoseconds
     * @return nanoseconds, 0 without such a pause
     */
    public long serverPauseLeft(long now) {
        long end = pauses.serverEnd();
        return end <= now ? 0 : end - now;
    }

    /**
     * Whether the next call may leave as the probe.
     *
     * @param now nanoseconds
     * @param probeTimeout nanoseconds a probe may take to answer
     * @return true if the pause is over and the place is free
     */
    public boolean isProbeFree(long now, long probeTimeout) {
        return probe != null && stateAt(now) == State.PROBING && probe.isFreeAt(now, probeTimeout);
    }

    /** Where permits begin to flow: at the end of the pause, or now if none lasts. */
    long flowsFrom(long now) {
        return probe == null ? now : Math.max(now, pauses.end());
    }

    Hold paused(Pauses.Cause cause, long pause, long now) {
        long end = Pauses.after(now, pause);
        long remembered = end > pauses.end() ? pause : lastPause;
        return new Hold(pauses.extended(cause, end), Probe.FREE, remembered, stopReason);
    }

    Hold probedBy(Probe taker) {
        return new Hold(pauses, taker, lastPause, stopReason);
    }

    Hold passed() {
        return new Hold(Pauses.NONE, null, lastPause, stopReason);
    }

    Hold stopped(String reason) {
        return new Hold(pauses, probe, lastPause, reason);
    }

    /** What the server or a person asked for concerns all members of a store, and so does the probe after it. */
    Hold awaitingStore() {
        return Probe.FREE.equals(probe) && concernsAll() ? probedBy(Probe.WITH_THE_STORE) : this;
    }

    boolean concernsAll() {
        return pauses.serverEnd() != Pauses.NEVER || pauses.manual() != Pauses.NEVER;
    }

    /** What held this budget before it was lost holds it still; a probe is one of the longest pause that is known. */
    Hold reminded(BudgetStanding seen, long now) {
        Pauses remembered = seen.probing() ? pauses.remindedOf(seen.pauses().shifted(now)) : pauses;
        boolean isLonger = remembered.end() > pauses.end();
        Probe place = seen.probing() && (probe == null || isLonger) ? Probe.FREE : probe;
        String reason = stopReason == null ? seen.stopReason() : stopReason;
        return new Hold(remembered, place, Math.max(lastPause, seen.lastPause()), reason);
    }

    /** Of a pause that the server asked for one call may find out whether it still holds; all else is lifted. */
    Hold resumed(long now) {
        if (probe == null || pauses.serverEnd() == Pauses.NEVER) {
            return new Hold(Pauses.NONE, null, lastPause, null);
        }
        return new Hold(pauses.resumed(now), now < pauses.end() ? Probe.FREE : probe, lastPause, null);
    }
}
