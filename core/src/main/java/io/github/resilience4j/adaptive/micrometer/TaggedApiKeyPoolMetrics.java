package io.github.resilience4j.adaptive.micrometer;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.keypool.ApiKeyPool;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolRegistry;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Objects;

/**
 * Meters for every pool of a registry, tagged with {@code name} and the pool's own tags, and for every key of each, tagged with
 * {@code key}, its id, besides. Pools and keys that come later get theirs, those that are removed lose them.
 *
 * <p>All names begin with {@code resilience4j.adaptive.keypool}. Of a key: {@code key.calls}, {@code key.failures} (counters),
 * {@code key.benched} (1 or 0), {@code key.bench.remaining} (seconds), {@code key.limit} (what its limiter allows in a refresh
 * period). Of a pool: {@code keys}, {@code benched.keys}, {@code waiting.calls}, {@code inflight.calls} (gauges),
 * {@code exhaustions}, {@code turned.away.calls}, {@code pings} (counters).
 *
 * @since 0.1
 */
public final class TaggedApiKeyPoolMetrics implements MeterBinder, AutoCloseable {

    private final ApiKeyPoolRegistry pools;
    private final BoundRegistries<ApiKeyPool> bound = new BoundRegistries<>();

    private TaggedApiKeyPoolMetrics(ApiKeyPoolRegistry pools) {
        this.pools = pools;
    }

    /**
     * Meters for all pools of a registry.
     *
     * @param pools whose pools to measure
     * @return bound to nothing yet
     */
    public static TaggedApiKeyPoolMetrics ofRegistry(ApiKeyPoolRegistry pools) {
        return new TaggedApiKeyPoolMetrics(Objects.requireNonNull(pools, "pools"));
    }

    /**
     * Meters for one pool that is in no registry. They and the pool are kept until the registration is closed.
     *
     * @param pool what to measure
     * @param meters where
     * @return takes the meters away again
     */
    public static Registration bind(ApiKeyPool pool, MeterRegistry meters) {
        return new ApiKeyPoolMeters(pool, meters);
    }

    /** Binding to the same meter registry twice changes nothing. */
    @Override
    public void bindTo(MeterRegistry meters) {
        FollowedMeters<ApiKeyPool> mine = new FollowedMeters<>(
                changed -> pools.events()
                        .onEvent(event -> changed.accept(event.pool().getName())),
                this::names,
                pools::find,
                pool -> new ApiKeyPoolMeters(pool, meters));
        bound.bind(meters, mine);
    }

    private List<String> names() {
        return pools.getAllKeyPools().stream().map(ApiKeyPool::getName).toList();
    }

    /** Takes all meters away from where they were bound to. */
    @Override
    public void close() {
        bound.close();
    }
}
