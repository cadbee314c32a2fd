package io.github.resilience4j.adaptive.coalesce.internal;

import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.CoalescerConfig;
import io.github.resilience4j.adaptive.coalesce.CoalescerRegistry;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerRegistryEvent;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerRegistryEvent.Added;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerRegistryEvent.Removed;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerRegistryEvents;
import io.github.resilience4j.adaptive.internal.EventHub;
import io.github.resilience4j.adaptive.internal.InMemoryRegistry;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Coalescers by name. */
public final class InMemoryCoalescerRegistry extends InMemoryRegistry<CoalescerConfig, Coalescer<?, ?>>
        implements CoalescerRegistry {

    private final LongSupplier nanoTime;
    private final Clock clock;
    private final Events events = new Events();

    /**
     * Creates an empty registry.
     *
     * @param defaultConfig for coalescers that have none of their own
     * @param tags for all coalescers
     * @param nanoTime the clock of all coalescers
     */
    public InMemoryCoalescerRegistry(CoalescerConfig defaultConfig, Map<String, String> tags, LongSupplier nanoTime) {
        super("Coalescer", defaultConfig, tags, Coalescer::close);
        this.nanoTime = nanoTime;
        this.clock = defaultConfig.getClock();
    }

    @Override
    public <K, V extends @Nullable Object> Coalescer<K, V> coalescer(String name, Map<String, String> more) {
        return coalescer(name, configs.orDefault(name), more);
    }

    @Override
    public <K, V extends @Nullable Object> Coalescer<K, V> coalescer(
            String name, String configName, Map<String, String> more) {
        return coalescer(name, configs.require(configName), more);
    }

    /** Which types a coalescer has is the caller's word, as the interface says. */
    @Override
    @SuppressWarnings("unchecked")
    public <K, V extends @Nullable Object> Coalescer<K, V> coalescer(
            String name, CoalescerConfig config, Map<String, String> more) {
        return (Coalescer<K, V>) getOrMake(name, more, all -> Coalescer.of(name, config, all, nanoTime));
    }

    @Override
    public Set<Coalescer<?, ?>> getAllCoalescers() {
        return all();
    }

    @Override
    protected void added(String name, Coalescer<?, ?> made) {
        events.raise(Added.class, () -> new Added(clock.instant(), made));
    }

    @Override
    protected void removed(String name, Coalescer<?, ?> gone) {
        events.raise(Removed.class, () -> new Removed(clock.instant(), gone));
    }

    @Override
    public CoalescerRegistryEvents events() {
        return events;
    }

    private static final class Events extends EventHub<CoalescerRegistryEvent> implements CoalescerRegistryEvents {
        private Events() {
            super("the registry of coalescers");
        }
    }
}
