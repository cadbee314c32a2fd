package io.github.resilience4j.adaptive.budget;

/**
 * What the last refusal was told about, kept until a probe has passed: only then it is known whether the pause that the
 * server named, or that stood for one it did not name, was true.
 *
 * @param calls accepted in the trailing window before the refusal
 * @param seconds since the first of them; 0 where there is nothing to prove
 * @param waitedSeconds the pauses since then, if a probe was refused; 0 as long as none was
 * @since 0.1
 */
public record Unproved(int calls, double seconds, double waitedSeconds) {

    /** Nothing to prove. */
    public static final Unproved NOTHING = new Unproved(0, 0, 0);

    static Unproved of(Accepted accepted) {
        return new Unproved(accepted.calls(), accepted.seconds(), 0);
    }

    boolean isNothing() {
        return seconds == 0;
    }

    /** The pause was too short. */
    Unproved refuted(double pauseSeconds, double nextPauseSeconds) {
        double before = waitedSeconds == 0 ? pauseSeconds : waitedSeconds;
        return new Unproved(calls, seconds, before + nextPauseSeconds);
    }

    boolean isRefuted() {
        return waitedSeconds > 0;
    }

    /** What the server took, over a window that ended somewhere in the last pause. */
    double acceptedRate(double lastPauseSeconds) {
        double pause = waitedSeconds - lastPauseSeconds / 2;
        return calls / (seconds + Math.max(0, Math.min(pause, Accepted.WINDOW_SECONDS)));
    }
}
