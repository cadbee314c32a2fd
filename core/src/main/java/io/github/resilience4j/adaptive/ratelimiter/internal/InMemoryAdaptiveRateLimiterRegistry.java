package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.internal.EventHub;
import io.github.resilience4j.adaptive.internal.InMemoryRegistry;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/** Limiters by name; and besides, those of keys, and other registries in which they are shown. */
public final class InMemoryAdaptiveRateLimiterRegistry
        extends InMemoryRegistry<AdaptiveRateLimiterConfig, AdaptiveRateLimiter>
        implements AdaptiveRateLimiterRegistry {

    private final List<Publication> publications = new CopyOnWriteArrayList<>();
    private final LongSupplier nanoTime;
    private final Clock clock;
    private final KeyedRateLimiters keyed;
    private final Events events = new Events();

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
        super("Rate limiter", defaultConfig, tags, AdaptiveRateLimiter::close);
        this.nanoTime = nanoTime;
        this.clock = defaultConfig.getClock();
        this.keyed = new KeyedRateLimiters(this::makeKeyed, maxKeys, keyIdleTime, nanoTime, executor);
    }

    @Override
    public AdaptiveRateLimiter rateLimiter(String name, Map<String, String> more) {
        return rateLimiter(name, configs.orDefault(name), more);
    }

    @Override
    public AdaptiveRateLimiter rateLimiter(String name, String configName, Map<String, String> more) {
        return rateLimiter(name, configs.require(configName), more);
    }

    @Override
    public AdaptiveRateLimiter rateLimiter(String name, AdaptiveRateLimiterConfig config, Map<String, String> more) {
        return getOrMake(name, more, all -> AdaptiveRateLimiter.of(name, config, all, nanoTime));
    }

    @Override
    public AdaptiveRateLimiter forKey(String name, String key) {
        AdaptiveRateLimiter limiter = keyed.get(name, key);
        closeIfClosed(limiter);
        return limiter;
    }

    private LockFreeAdaptiveRateLimiter makeKeyed(String name, String key) {
        String full = name + "[" + key + "]";
        AdaptiveRateLimiterConfig config = configs.orDefault(name);
        return make(full, Map.of(), all -> new LockFreeAdaptiveRateLimiter(full, config, all, nanoTime));
    }

    @Override
    public Map<String, AdaptiveRateLimiter> keyedRateLimiters(String name) {
        return keyed.of(name);
    }

    @Override
    public Set<String> getKeyedNames() {
        return keyed.names();
    }

    @Override
    public Optional<AdaptiveRateLimiter> findForKey(String name, String key) {
        return keyed.find(name, key);
    }

    @Override
    public Set<AdaptiveRateLimiter> getAllRateLimiters() {
        return all();
    }

    @Override
    protected void added(String name, AdaptiveRateLimiter made) {
        publications.forEach(publication -> publication.follow(name));
        events.raise(Added.class, () -> new Added(clock.instant(), made));
    }

    @Override
    protected void removed(String name, AdaptiveRateLimiter gone) {
        publications.forEach(publication -> publication.follow(name));
        events.raise(Removed.class, () -> new Removed(clock.instant(), gone));
    }

    @Override
    public Optional<AdaptiveRateLimiter> replace(String name, AdaptiveRateLimiter limiter) {
        if (!limiter.getName().equals(name)) {
            throw new IllegalArgumentException(
                    "limiter is named '" + limiter.getName() + "', it must be named '" + name + "'");
        }
        AdaptiveRateLimiter before = instances.replace(name, limiter);
        if (before == null) {
            return Optional.empty();
        }
        publications.forEach(publication -> publication.follow(name));
        events.raise(Replaced.class, () -> new Replaced(clock.instant(), before, limiter));
        return Optional.of(before);
    }

    @Override
    public AdaptiveRateLimiterRegistryEvents events() {
        return events;
    }

    @Override
    public Registration publishTo(RateLimiterRegistry registry) {
        Publication publication = new Publication(registry, instances::get);
        publications.add(publication);
        instances.keySet().forEach(publication::follow);
        return () -> {
            publications.remove(publication);
            publication.close();
        };
    }

    @Override
    public void close() {
        super.close();
        keyed.close();
    }

    private static final class Events extends EventHub<AdaptiveRateLimiterRegistryEvent>
            implements AdaptiveRateLimiterRegistryEvents {
        private Events() {
            super("the registry of adaptive rate limiters");
        }
    }
}
