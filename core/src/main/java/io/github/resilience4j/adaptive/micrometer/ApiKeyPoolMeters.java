package io.github.resilience4j.adaptive.micrometer;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.keypool.ApiKeyPool;
import io.github.resilience4j.adaptive.keypool.ApiKeyPool.Snapshot;
import io.github.resilience4j.adaptive.keypool.ApiKeyStats;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The meters of one pool and of its keys. They look at figures that are there anyway, so nothing is recorded on the way of a
 * call. Which keys there are is followed by their ids: a key that is replaced keeps its meters.
 */
final class ApiKeyPoolMeters implements Registration {

    private static final String PREFIX = "resilience4j.adaptive.keypool.";

    private final ApiKeyPool pool;
    private final MeterRegistry registry;
    private final Tags tags;
    private final OwnMeters<ApiKeyPool, Snapshot> ofPool;
    private final FollowedMeters<String> keys;

    ApiKeyPoolMeters(ApiKeyPool pool, MeterRegistry registry) {
        this.pool = pool;
        this.registry = registry;
        this.tags = OwnMeters.tags(pool.getName(), pool.getTags());
        this.ofPool = new OwnMeters<>(PREFIX, pool, ApiKeyPool::snapshot, tags, registry);
        ofPool.gauge("keys", "Keys of the pool", Snapshot::keys);
        ofPool.gauge("benched.keys", "Keys that are benched", Snapshot::benchedKeys);
        ofPool.gauge("waiting.calls", "Calls that wait for a key to return", Snapshot::waiting);
        ofPool.gauge("inflight.calls", "Calls that left and have not been answered", Snapshot::inFlight);
        ofPool.counter("exhaustions", "How often all keys were benched", Snapshot::exhaustions);
        ofPool.counter("turned.away.calls", "Calls for which there was no key", Snapshot::turnedAway);
        ofPool.counter("pings", "Pings sent", Snapshot::pings);
        this.keys = new FollowedMeters<>(
                changed -> pool.events().onKeysChanged(event -> changed.accept(event.keyId())),
                () -> pool.stats().stream().map(ApiKeyStats::keyId).toList(),
                id -> pool.stats(id).map(ApiKeyStats::keyId),
                this::ofKey);
        keys.open();
    }

    private Registration ofKey(String id) {
        OwnMeters<ApiKeyPool, ApiKeyPool> ofKey =
                new OwnMeters<>(PREFIX + "key.", pool, Function.identity(), tags.and("key", id), registry);
        ofKey.counter("calls", "Calls sent with the key", it -> of(it, id, ApiKeyStats::calls));
        ofKey.counter(
                "failures",
                "Calls with the key that the server refused or failed",
                it -> of(it, id, ApiKeyStats::failures));
        ofKey.gauge(
                "benched",
                "Whether the key is benched",
                it -> of(it, id, stats -> stats.benchedFor().isZero() ? 0 : 1));
        ofKey.seconds(
                "bench.remaining",
                "Until the key is back",
                it -> of(it, id, stats -> stats.benchedFor().toNanos() / 1e9));
        ofKey.gauge(
                "limit",
                "Calls per refresh period that the key's limiter allows",
                it -> it.limiter(id)
                        .map(limiter -> limiter.snapshot().limitForPeriod())
                        .orElse(0.0));
        return ofKey;
    }

    private static double of(ApiKeyPool pool, String id, ToDoubleFunction<ApiKeyStats> value) {
        Optional<ApiKeyStats> stats = pool.stats(id);
        return stats.isPresent() ? value.applyAsDouble(stats.get()) : 0;
    }

    @Override
    public void close() {
        keys.close();
        ofPool.close();
    }
}
