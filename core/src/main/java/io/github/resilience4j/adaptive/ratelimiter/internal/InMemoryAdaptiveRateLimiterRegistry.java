package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.internal.EventHub;
import io.github.resilience4j.adaptive.internal.NamedConfigs;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterRegistryEvent;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterRegistryEvent.Added;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterRegistryEvent.Removed;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterRegistryEvent.Replaced;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterRegistryEvents;
import io.github.resilience4j.ratelimiter.RateLimiterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Limiters in a map. What a user gave us (consumers, another registry) is only called when the map has changed already
 * and nothing of it is locked, so that it may use this registry.
 */
public final class InMemoryAdaptiveRateLimiterRegistry implements AdaptiveRateLimiterRegistry {

    private final ConcurrentMap<String, AdaptiveRateLimiter> limiters = new ConcurrentHashMap<>();
    private final NamedConfigs<AdaptiveRateLimiterConfig> configs;
    private final List<Publication> publications = new CopyOnWriteArrayList<>();
    private final Map<String, String> tags;
    private final LongSupplier nanoTime;
    private final Clock clock;
    private final KeyedRateLimiters keyed;
    private final Events events = new Events();
    private volatile boolean closed;

    /**
     * Creates an empty registry.
     *
     * @param defaultConfig for limiters that have none of their own
     * @param tags for all limiters
     * @param nanoTime the clock of all limiters
     * @param maxKeys keyed limiters to remember
     * @param keyIdleTime how long to remember them
     * @param executor where they are forgotten
     */
    public InMemoryAdaptiveRateLimiterRegistry(
            AdaptiveRateLimiterConfig defaultConfig,
            Map<String, String> tags,
            LongSupplier nanoTime,
            int maxKeys,
            Duration keyIdleTime,
            Executor executor) {
        this.configs = new NamedConfigs<>(defaultConfig);
        this.tags = Map.copyOf(tags);
        this.nanoTime = nanoTime;
        this.clock = defaultConfig.getClock();
        this.keyed = new KeyedRateLimiters(this::makeKeyed, maxKeys, keyIdleTime, nanoTime, executor);
    }

    @Override
    public AdaptiveRateLimiter rateLimiter(String name, Map<String, String> more) {
        return rateLimiter(name, configFor(name), more);
    }

    @Override
    public AdaptiveRateLimiter rateLimiter(String name, String configName, Map<String, String> more) {
        return rateLimiter(name, configs.require(configName), more);
    }

    @Override
    public AdaptiveRateLimiter rateLimiter(String name, AdaptiveRateLimiterConfig config, Map<String, String> more) {
        AdaptiveRateLimiter known = limiters.get(name);
        if (known != null) {
            return known;
        }
        AdaptiveRateLimiter made = make(name, config, more);
        known = limiters.putIfAbsent(name, made);
        if (known != null) {
            return known;
        }
        closeIfClosed(made);
        publications.forEach(publication -> publication.follow(name));
        events.raise(Added.class, () -> new Added(clock.instant(), made));
        return made;
    }

    @Override
    public AdaptiveRateLimiter forKey(String name, String key) {
        AdaptiveRateLimiter limiter = keyed.get(name, key);
        closeIfClosed(limiter);
        return limiter;
    }

    private AdaptiveRateLimiter makeKeyed(String name, String key) {
        return make(name + "[" + key + "]", configFor(name), Map.of());
    }

    private AdaptiveRateLimiter make(String name, AdaptiveRateLimiterConfig config, Map<String, String> more) {
        if (closed) {
            throw new IllegalStateException("Rate limiter '" + name + "' cannot be made: the registry is closed");
        }
        Map<String, String> all = new HashMap<>(tags);
        all.putAll(more);
        return AdaptiveRateLimiter.of(name, config, all, nanoTime);
    }

    /** One that came while {@link #close()} ran, which then may not have seen it. */
    private void closeIfClosed(AdaptiveRateLimiter limiter) {
        if (closed) {
            limiter.close();
        }
    }

    private AdaptiveRateLimiterConfig configFor(String name) {
        return configs.orDefault(name);
    }

    @Override
    public Map<String, AdaptiveRateLimiter> keyedRateLimiters(String name) {
        return keyed.of(name);
    }

    @Override
    public Optional<AdaptiveRateLimiter> find(String name) {
        return Optional.ofNullable(limiters.get(name));
    }

    @Override
    public Set<AdaptiveRateLimiter> getAllRateLimiters() {
        return Set.copyOf(limiters.values());
    }

    @Override
    public Optional<AdaptiveRateLimiter> remove(String name) {
        AdaptiveRateLimiter limiter = limiters.remove(name);
        if (limiter == null) {
            return Optional.empty();
        }
        publications.forEach(publication -> publication.follow(name));
        events.raise(Removed.class, () -> new Removed(clock.instant(), limiter));
        return Optional.of(limiter);
    }

    @Override
    public Optional<AdaptiveRateLimiter> replace(String name, AdaptiveRateLimiter limiter) {
        if (!limiter.getName().equals(name)) {
            throw new IllegalArgumentException(
                    "limiter is named '" + limiter.getName() + "', it must be named '" + name + "'");
        }
        AdaptiveRateLimiter before = limiters.replace(name, limiter);
        if (before == null) {
            return Optional.empty();
        }
        publications.forEach(publication -> publication.follow(name));
        events.raise(Replaced.class, () -> new Replaced(clock.instant(), before, limiter));
        return Optional.of(before);
    }

    @Override
    public void addConfiguration(String configName, AdaptiveRateLimiterConfig config) {
        configs.add(configName, config);
    }

    @Override
    public Optional<AdaptiveRateLimiterConfig> getConfiguration(String configName) {
        return configs.find(configName);
    }

    @Override
    public Optional<AdaptiveRateLimiterConfig> removeConfiguration(String configName) {
        return configs.remove(configName);
    }

    @Override
    public AdaptiveRateLimiterConfig getDefaultConfig() {
        return configs.getDefault();
    }

    @Override
    public Map<String, String> getTags() {
        return tags;
    }

    @Override
    public AdaptiveRateLimiterRegistryEvents events() {
        return events;
    }

    @Override
    public Registration publishTo(RateLimiterRegistry registry) {
        Publication publication = new Publication(registry, limiters::get);
        publications.add(publication);
        limiters.keySet().forEach(publication::follow);
        return () -> {
            publications.remove(publication);
            publication.close();
        };
    }

    @Override
    public void close() {
        closed = true;
        limiters.values().forEach(AdaptiveRateLimiter::close);
        keyed.close();
    }

    private static final class Events extends EventHub<AdaptiveRateLimiterRegistryEvent>
            implements AdaptiveRateLimiterRegistryEvents {
        private Events() {
            super("the registry of adaptive rate limiters");
        }
    }
}
