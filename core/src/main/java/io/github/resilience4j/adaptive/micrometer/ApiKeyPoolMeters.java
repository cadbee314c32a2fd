package io.github.resilience4j.adaptive.micrometer;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.keypool.ApiKeyPool;
import io.github.resilience4j.adaptive.keypool.ApiKeyPool.Snapshot;
import io.github.resilience4j.adaptive.keypool.ApiKeyStats;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
    private final List<Meter> meters = new ArrayList<>();
    private final FollowedMeters<String> keys;

    ApiKeyPoolMeters(ApiKeyPool pool, MeterRegistry registry) {
        this.pool = pool;
        this.registry = registry;
        this.tags = Tags.of("name", pool.getName())
                .and(pool.getTags().entrySet().stream()
                        .map(tag -> Tag.of(tag.getKey(), tag.getValue()))
                        .toList());
        gauge("keys", "Keys of the pool", Snapshot::keys);
        gauge("benched.keys", "Keys that are benched", Snapshot::benchedKeys);
        gauge("waiting.calls", "Calls that wait for a key to return", Snapshot::waiting);
        gauge("inflight.calls", "Calls that left and have not been answered", Snapshot::inFlight);
        counter("exhaustions", "How often all keys were benched", Snapshot::exhaustions);
        counter("turned.away.calls", "Calls for which there was no key", Snapshot::turnedAway);
        counter("pings", "Pings sent", Snapshot::pings);
        this.keys = new FollowedMeters<>(
                changed -> pool.events().onKeysChanged(event -> changed.accept(event.keyId())),
                () -> pool.stats().stream().map(ApiKeyStats::keyId).toList(),
                id -> pool.stats(id).map(stats -> id.intern()),
                KeyMeters::new);
        keys.open();
    }

    private void gauge(String name, String description, ToDoubleFunction<Snapshot> value) {
        meters.add(Gauge.builder(PREFIX + name, pool, it -> value.applyAsDouble(it.snapshot()))
                .strongReference(true)
                .description(description)
                .tags(tags)
                .register(registry));
    }

    private void counter(String name, String description, ToDoubleFunction<Snapshot> value) {
        meters.add(FunctionCounter.builder(PREFIX + name, pool, it -> value.applyAsDouble(it.snapshot()))
                .description(description)
                .tags(tags)
                .register(registry));
    }

    @Override
    public void close() {
        keys.close();
        meters.forEach(registry::remove);
    }

    /** The meters of one key. */
    private final class KeyMeters implements Registration {

        private final List<Meter> mine = new ArrayList<>();

        private KeyMeters(String id) {
            Tags ofKey = tags.and("key", id);
            mine.add(FunctionCounter.builder(PREFIX + "key.calls", pool, it -> of(it, id, ApiKeyStats::calls))
                    .description("Calls sent with the key")
                    .tags(ofKey)
                    .register(registry));
            mine.add(FunctionCounter.builder(PREFIX + "key.failures", pool, it -> of(it, id, ApiKeyStats::failures))
                    .description("Calls with the key that the server refused or failed")
                    .tags(ofKey)
                    .register(registry));
            gauge(
                    "key.benched",
                    "Whether the key is benched",
                    ofKey,
                    it -> of(it, id, stats -> stats.benchedFor().isZero() ? 0 : 1));
            gauge(
                    "key.bench.remaining",
                    "Until the key is back",
                    ofKey,
                    it -> of(it, id, stats -> stats.benchedFor().toNanos() / 1e9));
            gauge(
                    "key.limit",
                    "Calls per refresh period that the key's limiter allows",
                    ofKey,
                    it -> it.limiter(id)
                            .map(limiter -> limiter.snapshot().limitForPeriod())
                            .orElse(0.0));
        }

        private void gauge(String name, String description, Tags ofKey, ToDoubleFunction<ApiKeyPool> value) {
            mine.add(Gauge.builder(PREFIX + name, pool, value)
                    .strongReference(true)
                    .description(description)
                    .baseUnit(name.endsWith("remaining") ? "seconds" : null)
                    .tags(ofKey)
                    .register(registry));
        }

        private static double of(ApiKeyPool pool, String id, ToDoubleFunction<ApiKeyStats> value) {
            Optional<ApiKeyStats> stats = pool.stats(id);
            return stats.isPresent() ? value.applyAsDouble(stats.get()) : 0;
        }

        @Override
        public void close() {
            mine.forEach(registry::remove);
        }
    }
}
