package io.github.resilience4j.adaptive.micrometer;

import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.CoalescerRegistry;
import io.github.resilience4j.adaptive.event.Registration;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Objects;

/**
 * Meters for every coalescer of a registry, tagged with {@code name} and the coalescer's own tags. Coalescers that come
 * later get theirs, those that are removed lose them.
 *
 * <p>All names begin with {@code resilience4j.adaptive.coalescer}: {@code hits}, {@code joins}, {@code calls},
 * {@code failed.calls}, {@code stale}, {@code timeouts}, {@code refused}, {@code invalidations} (counters),
 * {@code inflight.calls}, {@code waiting.calls}, {@code size} (gauges), {@code age.served} (count and total time of what
 * came from the store).
 *
 * @since 0.1
 */
public final class TaggedCoalescerMetrics implements MeterBinder, AutoCloseable {

    private final CoalescerRegistry coalescers;
    private final BoundRegistries<Coalescer<?, ?>> bound = new BoundRegistries<>();

    private TaggedCoalescerMetrics(CoalescerRegistry coalescers) {
        this.coalescers = coalescers;
    }

    /**
     * Meters for all coalescers of a registry.
     *
     * @param coalescers whose coalescers to measure
     * @return bound to nothing yet
     */
    public static TaggedCoalescerMetrics ofRegistry(CoalescerRegistry coalescers) {
        return new TaggedCoalescerMetrics(Objects.requireNonNull(coalescers, "coalescers"));
    }

    /**
     * Meters for one coalescer that is in no registry. They and the coalescer are kept until the registration is closed.
     *
     * @param coalescer what to measure
     * @param meters where
     * @return takes the meters away again
     */
    public static Registration bind(Coalescer<?, ?> coalescer, MeterRegistry meters) {
        return new CoalescerMeters(coalescer, meters);
    }

    /** Binding to the same meter registry twice changes nothing. */
    @Override
    public void bindTo(MeterRegistry meters) {
        FollowedMeters<Coalescer<?, ?>> mine = new FollowedMeters<>(
                changed -> coalescers
                        .events()
                        .onEvent(event -> changed.accept(event.coalescer().getName())),
                this::names,
                coalescers::find,
                coalescer -> new CoalescerMeters(coalescer, meters));
        bound.bind(meters, mine);
    }

    private List<String> names() {
        return coalescers.getAllCoalescers().stream().map(Coalescer::getName).toList();
    }

    /** Takes all meters away from where they were bound to. */
    @Override
    public void close() {
        bound.close();
    }
}
