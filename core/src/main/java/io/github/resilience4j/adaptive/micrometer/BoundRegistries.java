package io.github.resilience4j.adaptive.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The meter registries to which the meters of one registry are bound, each once. */
final class BoundRegistries<T> {

    private final ConcurrentMap<MeterRegistry, FollowedMeters<T>> bound = new ConcurrentHashMap<>();

    /** Meters for a registry that has its meters already are dropped unopened. */
    void bind(MeterRegistry meters, FollowedMeters<T> mine) {
        if (bound.putIfAbsent(meters, mine) == null) {
            mine.open();
        }
    }

    void close() {
        for (MeterRegistry meters : bound.keySet()) {
            FollowedMeters<T> mine = bound.remove(meters);
            if (mine != null) {
                mine.close();
            }
        }
    }
}
