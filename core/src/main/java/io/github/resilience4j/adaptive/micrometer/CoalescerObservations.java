package io.github.resilience4j.adaptive.micrometer;

import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent;
import io.github.resilience4j.adaptive.event.Registration;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;

/**
 * Links the traces of those who share a call: the current observation of whoever starts a call, joins it, or is served
 * what it brought gets the identity of its flight as a high-cardinality value {@value CoalescerEvent#FLIGHT}, and the call
 * has the same in its MDC. A search for one identity finds the call and all who lived on it.
 *
 * @since 0.1
 */
public final class CoalescerObservations {

    private CoalescerObservations() {}

    /**
     * Marks observations from now on.
     *
     * @param coalescer whose callers
     * @param observations where their observations are
     * @return ends the marking
     */
    public static Registration bind(Coalescer<?, ?> coalescer, ObservationRegistry observations) {
        Registration called = coalescer.events().onCalled(event -> mark(observations, event.flight()));
        Registration joined = coalescer.events().onJoined(event -> mark(observations, event.flight()));
        Registration hit = coalescer.events().onHit(event -> mark(observations, event.flight()));
        return () -> {
            called.close();
            joined.close();
            hit.close();
        };
    }

    private static void mark(ObservationRegistry observations, String flight) {
        Observation current = observations.getCurrentObservation();
        if (current != null) {
            current.highCardinalityKeyValue(CoalescerEvent.FLIGHT, flight);
        }
    }
}
