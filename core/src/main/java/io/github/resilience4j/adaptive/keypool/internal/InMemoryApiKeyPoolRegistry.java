package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.internal.EventHub;
import io.github.resilience4j.adaptive.internal.InMemoryRegistry;
import io.github.resilience4j.adaptive.keypool.ApiKey;
import io.github.resilience4j.adaptive.keypool.ApiKeyPool;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolConfig;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolRegistry;
import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolRegistryEvent;
import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolRegistryEvent.Added;
import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolRegistryEvent.Removed;
import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolRegistryEvents;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/** Pools by name. */
public final class InMemoryApiKeyPoolRegistry extends InMemoryRegistry<ApiKeyPoolConfig, ApiKeyPool>
        implements ApiKeyPoolRegistry {

    private final LongSupplier nanoTime;
    private final Clock clock;
    private final Events events = new Events();

    /**
     * Creates an empty registry.
     *
     * @param defaultConfig for pools that have none of their own
     * @param tags for all pools
     * @param nanoTime the clock of all pools
     */
    public InMemoryApiKeyPoolRegistry(ApiKeyPoolConfig defaultConfig, Map<String, String> tags, LongSupplier nanoTime) {
        super("Key pool", defaultConfig, tags, ApiKeyPool::close);
        this.nanoTime = nanoTime;
        this.clock = defaultConfig.getClock();
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
        return getOrMake(name, more, all -> ApiKeyPool.of(name, config, keys, all, nanoTime));
    }

    @Override
    public Set<ApiKeyPool> getAllKeyPools() {
        return all();
    }

    @Override
    protected void added(String name, ApiKeyPool made) {
        events.raise(Added.class, () -> new Added(clock.instant(), made));
    }

    @Override
    protected void removed(String name, ApiKeyPool gone) {
        events.raise(Removed.class, () -> new Removed(clock.instant(), gone));
    }

    /** It pings and listens to a shared list of benches for as long as it is open. */
    @Override
    protected void dropped(ApiKeyPool made) {
        made.close();
    }

    @Override
    public ApiKeyPoolRegistryEvents events() {
        return events;
    }

    private static final class Events extends EventHub<ApiKeyPoolRegistryEvent> implements ApiKeyPoolRegistryEvents {
        private Events() {
            super("the registry of key pools");
        }
    }
}
