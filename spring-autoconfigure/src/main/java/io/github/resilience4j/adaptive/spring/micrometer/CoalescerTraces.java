package io.github.resilience4j.adaptive.spring.micrometer;

import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.CoalescerRegistry;
import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.micrometer.CoalescerObservations;
import io.micrometer.observation.ObservationRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Marks the observations of the callers of every coalescer, of those too that come later. */
final class CoalescerTraces implements SmartInitializingSingleton, DisposableBean {

    private final CoalescerRegistry coalescers;
    private final ObservationRegistry observations;
    private final Registration added;
    private final Registration removed;
    private final Map<Coalescer<?, ?>, Registration> marked = new ConcurrentHashMap<>();

    CoalescerTraces(CoalescerRegistry coalescers, ObservationRegistry observations) {
        this.coalescers = coalescers;
        this.observations = observations;
        this.added = coalescers.events().onAdded(event -> mark(event.coalescer()));
        this.removed = coalescers.events().onRemoved(event -> release(event.coalescer()));
    }

    @Override
    public void afterSingletonsInstantiated() {
        coalescers.getAllCoalescers().forEach(this::mark);
    }

    private void mark(Coalescer<?, ?> coalescer) {
        marked.computeIfAbsent(coalescer, it -> CoalescerObservations.bind(it, observations));
    }

    private void release(Coalescer<?, ?> coalescer) {
        Registration registration = marked.remove(coalescer);
        if (registration != null) {
            registration.close();
        }
    }

    @Override
    public void destroy() {
        added.close();
        removed.close();
        marked.keySet().forEach(this::release);
    }
}
