package io.github.resilience4j.adaptive.micrometer;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent.Rejected;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent.Waited;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;

/**
 * Tells the trace of a call what its limiter did to it: how long it had to wait, or that it was turned away and why. The
 * caller's current observation gets an event, which tracing shows in its span with a time, and a high-cardinality value.
 *
 * <p>A caller that is served at once leaves no mark. One that waits without a thread is served in another, where there is no
 * observation of its own; its context has to be carried there by whoever made the call, or it leaves no mark either.
 *
 * @since 0.1
 */
public final class AdaptiveRateLimiterObservations {

    /** The event and the value of a caller that had to wait, and was served: the limiter, and how long. */
    public static final String WAITED = "resilience4j.adaptive.ratelimiter.waited";

    /** The event and the value of a caller that was turned away: the limiter, its state and the reason. */
    public static final String REJECTED = "resilience4j.adaptive.ratelimiter.rejected";

    private AdaptiveRateLimiterObservations() {}

    /**
     * Marks observations from now on.
     *
     * @param limiter whose callers
     * @param observations where their observations are
     * @return ends the marking
     */
    public static Registration bind(AdaptiveRateLimiter limiter, ObservationRegistry observations) {
        Registration waited = limiter.events().onWaited(event -> mark(observations, WAITED, inWords(event)));
        Registration rejected = limiter.events().onRejected(event -> mark(observations, REJECTED, inWords(event)));
        return () -> {
            waited.close();
            rejected.close();
        };
    }

    private static String inWords(Waited event) {
        return event.limiterName() + " " + event.waited().toMillis() + " ms";
    }

    private static String inWords(Rejected event) {
        return event.limiterName() + " " + event.state() + " " + reason(event);
    }

    private static String reason(Rejected event) {
        return event.state() == State.STOPPED
                ? event.stopReason()
                : event.pauseReason().name();
    }

    private static void mark(ObservationRegistry observations, String name, String value) {
        Observation current = observations.getCurrentObservation();
        if (current != null) {
            current.highCardinalityKeyValue(name, value);
            current.event(Observation.Event.of(name, value));
        }
    }
}
