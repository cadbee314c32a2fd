package io.github.resilience4j.adaptive.budget;

/**
 * The first refusal of a congestion event.
 *
 * @param rate the rate in force when the refused call was sent, in permits per second
 * @param accepted what the server took before
 * @param retryAfterSeconds what the refusal named, 0 if nothing
 * @param pauseSeconds how long nothing will leave
 * @param secondsSinceRecovery since the recovery began; before the first cut, since the limiter began
 */
record Refusal(
        double rate, Accepted accepted, double retryAfterSeconds, double pauseSeconds, double secondsSinceRecovery) {

    /** A Retry-After in whole seconds is up to one too long. */
    private static final double GRAIN_SECONDS = 1;

    private static final double LONG_HISTORY_SECONDS = 30;
    private static final double QUIET_PER_SECOND_LOST = 20;

    Load load() {
        return accepted.load();
    }

    double acceptedRate() {
        return accepted.calls() / accepted.seconds();
    }

    /** Quiet time before the first of the accepted calls counts: who polls once a minute has taken little, if all at once. */
    double acceptedRateWithQuietTime() {
        double watched = Math.min(secondsSinceRecovery, Accepted.WINDOW_SECONDS);
        return accepted.calls() / Math.max(accepted.seconds(), watched);
    }

    /**
     * The server's window ends when it said so: what it took in the whole of it is the limit. A wait as long as all that is
     * looked at is none for the end of a window, unless the window had only begun.
     */
    double acceptedRateOverWindow() {
        boolean isBan = retryAfterSeconds >= Accepted.WINDOW_SECONDS && accepted.seconds() >= LONG_HISTORY_SECONDS;
        return isBan ? acceptedRate() : acceptedRateWith(Math.min(retryAfterSeconds, Accepted.WINDOW_SECONDS));
    }

    /** As above, of a server whose limit is about known: it asks only for what is left of a window that was nearly enough. */
    double acceptedRateNearTheLimit() {
        double rest = Math.max(0, retryAfterSeconds - GRAIN_SECONDS);
        return 3 * rest > accepted.seconds() ? acceptedRate() : acceptedRateWith(rest);
    }

    private double acceptedRateWith(double restSeconds) {
        return accepted.calls() / (accepted.seconds() + restSeconds);
    }

    /**
     * How long not to look for more, so that what a mistake costs stays a twentieth: of the pause, only that counts in which
     * calls would have been taken, had they come at the rate now believed in.
     */
    double quietSecondsAt(double believedRate) {
        double lost = Math.max(0, pauseSeconds - Math.max(0, rate / believedRate - 1) * accepted.seconds());
        return QUIET_PER_SECOND_LOST * lost;
    }
}
