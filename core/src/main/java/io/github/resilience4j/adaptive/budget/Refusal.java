package io.github.resilience4j.adaptive.budget;

/**
 * The first refusal of a congestion event.
 *
 * @param rate the rate in force when the refused call was sent, in permits per second
 * @param accepted what the server took before
 * @param retryAfterSeconds what the refusal named, 0 if nothing
 * @param pauseSeconds how long nothing will leave
 */
record Refusal(double rate, Accepted accepted, double retryAfterSeconds, double pauseSeconds) {

    /** The server's window ends when it said so: what it took in the whole of it is the limit. */
    double acceptedRateOverWindow() {
        return accepted.calls() / (accepted.seconds() + Math.min(retryAfterSeconds, Accepted.WINDOW_SECONDS));
    }

    /** The part of the pause in which calls would have been taken, had they come at the rate now believed in. */
    double secondsLostAt(double believedRate) {
        return Math.max(0, pauseSeconds - Math.max(0, rate / believedRate - 1) * accepted.seconds());
    }
}
