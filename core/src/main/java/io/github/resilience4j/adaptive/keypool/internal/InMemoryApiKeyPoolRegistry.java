package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.internal.EventHub;
import io.github.resilience4j.adaptive.internal.NamedConfigs;
import io.github.resilience4j.adaptive.keypool.ApiKey;
import io.github.resilience4j.adaptive.keypool.ApiKeyPool;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolConfig;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolRegistry;
import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolRegistryEvent;
import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolRegistryEvent.Added;
import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolRegistryEvent.Removed;
import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolRegistryEvents;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;

/** Pools in a map. Consumers are only told when the map has changed already, so that they may use this registry. */
public final class InMemoryApiKeyPoolRegistry implements ApiKeyPoolRegistry {

    private final ConcurrentMap<String, ApiKeyPool> pools = new ConcurrentHashMap<>();
    private final NamedConfigs<ApiKeyPoolConfig> configs;
    private final Map<String, String> tags;
    private final LongSupplier nanoTime;
    private final Events events = new Events();
    private volatile boolean closed;

    /**
     * Creates an empty registry.
     *
     * @param defaultConfig for pools that have none of their own
     * @param tags for all pools
     * @param nanoTime the clock of all pools
     */
    public InMemoryApiKeyPoolRegistry(ApiKeyPoolConfig defaultConfig, Map<String, String> tags, LongSupplier nanoTime) {
        this.configs = new NamedConfigs<>(defaultConfig);
        this.tags = Map.copyOf(tags);
        this.nanoTime = nanoTime;
    }

    @Override
    public ApiKeyPool keyPool(String name, List<ApiKey> keys, Map<String, String> more) {
        return keyPool(name, configs.orDefault(name), keys, more);
    }

    @Override
    public ApiKeyPool keyPool(String name, String configName, List<ApiKey> keys, Map<String, String> more) {
        return keyPool(name, configs.require(configName), keys, more);
    }

    @Override
    public ApiKeyPool keyPool(String name, ApiKeyPoolConfig config, List<ApiKey> keys, Map<String, String> more) {
        ApiKeyPool known = pools.get(name);
        return known == null ? add(name, config, keys, more) : known;
    }

    private ApiKeyPool add(String name, ApiKeyPoolConfig config, List<ApiKey> keys, Map<String, String> more) {
        if (closed) {
            throw new IllegalStateException("Key pool '" + name + "' cannot be made: the registry is closed");
        }
        Map<String, String> all = new HashMap<>(tags);
        all.putAll(more);
        ApiKeyPool made = ApiKeyPool.of(name, config, keys, all, nanoTime);
        ApiKeyPool known = pools.putIfAbsent(name, made);
        if (known != null) {
            made.close();
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
    public Optional<ApiKeyPool> find(String name) {
        return Optional.ofNullable(pools.get(name));
    }

    @Override
    public Set<ApiKeyPool> getAllKeyPools() {
        return Set.copyOf(pools.values());
    }

    @Override
    public Optional<ApiKeyPool> remove(String name) {
        ApiKeyPool removed = pools.remove(name);
        if (removed != null) {
            events.raise(
                    Removed.class,
                    () -> new Removed(configs.getDefault().getClock().instant(), removed));
        }
        return Optional.ofNullable(removed);
    }

    @Override
    public void addConfiguration(String configName, ApiKeyPoolConfig config) {
        configs.add(configName, config);
    }

    @Override
    public Optional<ApiKeyPoolConfig> getConfiguration(String configName) {
        return configs.find(configName);
    }

    @Override
    public Optional<ApiKeyPoolConfig> removeConfiguration(String configName) {
        return configs.remove(configName);
    }

    @Override
    public ApiKeyPoolConfig getDefaultConfig() {
        return configs.getDefault();
    }

    @Override
    public Map<String, String> getTags() {
        return tags;
    }

    @Override
    public ApiKeyPoolRegistryEvents events() {
        return events;
    }

    @Override
    public void close() {
        closed = true;
        pools.values().forEach(ApiKeyPool::close);
    }

    private static final class Events extends EventHub<ApiKeyPoolRegistryEvent> implements ApiKeyPoolRegistryEvents {
        private Events() {
            super("the registry of key pools");
        }
    }
}
