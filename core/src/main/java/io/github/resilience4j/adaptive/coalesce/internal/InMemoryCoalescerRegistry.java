package io.github.resilience4j.adaptive.coalesce.internal;

import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.CoalescerConfig;
import io.github.resilience4j.adaptive.coalesce.CoalescerRegistry;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerRegistryEvent;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerRegistryEvent.Added;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerRegistryEvent.Removed;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerRegistryEvents;
import io.github.resilience4j.adaptive.internal.EventHub;
import io.github.resilience4j.adaptive.internal.NamedConfigs;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Coalescers in a map. Consumers are only told when the map has changed already, so that they may use this registry. */
public final class InMemoryCoalescerRegistry implements CoalescerRegistry {

    private final ConcurrentMap<String, Coalescer<?, ?>> coalescers = new ConcurrentHashMap<>();
    private final NamedConfigs<CoalescerConfig> configs;
    private final Map<String, String> tags;
    private final LongSupplier nanoTime;
    private final Events events = new Events();
    private volatile boolean closed;

    /**
     * Creates an empty registry.
     *
     * @param defaultConfig for coalescers that have none of their own
     * @param tags for all coalescers
     * @param nanoTime the clock of all coalescers
     */
    public InMemoryCoalescerRegistry(CoalescerConfig defaultConfig, Map<String, String> tags, LongSupplier nanoTime) {
        this.configs = new NamedConfigs<>(defaultConfig);
        this.tags = Map.copyOf(tags);
        this.nanoTime = nanoTime;
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
        Coalescer<?, ?> known = coalescers.get(name);
        return (Coalescer<K, V>) (known == null ? add(name, config, more) : known);
    }

    private Coalescer<?, ?> add(String name, CoalescerConfig config, Map<String, String> more) {
        if (closed) {
            throw new IllegalStateException("Coalescer '" + name + "' cannot be made: the registry is closed");
        }
        Map<String, String> all = new HashMap<>(tags);
        all.putAll(more);
        Coalescer<?, ?> made = Coalescer.of(name, config, all, nanoTime);
        Coalescer<?, ?> known = coalescers.putIfAbsent(name, made);
        if (known != null) {
            return known;
        }
        if (closed) {
            made.close();
        }
        events.raise(
                Added.class, () -> new Added(configs.getDefault().getClock().instant(), made));
        return made;
    }

    @Override
    public Optional<Coalescer<?, ?>> find(String name) {
        return Optional.ofNullable(coalescers.get(name));
    }

    @Override
    public Set<Coalescer<?, ?>> getAllCoalescers() {
        return Set.copyOf(coalescers.values());
    }

    @Override
    public Optional<Coalescer<?, ?>> remove(String name) {
        Coalescer<?, ?> removed = coalescers.remove(name);
        if (removed != null) {
            events.raise(
                    Removed.class,
                    () -> new Removed(configs.getDefault().getClock().instant(), removed));
        }
        return Optional.ofNullable(removed);
    }

    @Override
    public void addConfiguration(String configName, CoalescerConfig config) {
        configs.add(configName, config);
    }

    @Override
    public Optional<CoalescerConfig> getConfiguration(String configName) {
        return configs.find(configName);
    }

    @Override
    public Optional<CoalescerConfig> removeConfiguration(String configName) {
        return configs.remove(configName);
    }

    @Override
    public CoalescerConfig getDefaultConfig() {
        return configs.getDefault();
    }

    @Override
    public Map<String, String> getTags() {
        return tags;
    }

    @Override
    public CoalescerRegistryEvents events() {
        return events;
    }

    @Override
    public void close() {
        closed = true;
        coalescers.values().forEach(Coalescer::close);
    }

    private static final class Events extends EventHub<CoalescerRegistryEvent> implements CoalescerRegistryEvents {
        private Events() {
            super("the registry of coalescers");
        }
    }
}
