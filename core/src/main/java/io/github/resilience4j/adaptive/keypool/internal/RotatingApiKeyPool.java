package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.keypool.ApiKey;
import io.github.resilience4j.adaptive.keypool.ApiKeyLease;
import io.github.resilience4j.adaptive.keypool.ApiKeyPool;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolConfig;
import io.github.resilience4j.adaptive.keypool.ApiKeyStats;
import io.github.resilience4j.adaptive.keypool.KeyRotation;
import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolEvents;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.core.functions.CheckedFunction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** The pool: leads calls from key to key, and reports. */
public final class RotatingApiKeyPool implements ApiKeyPool {

    private final PoolCore core;
    private final Map<String, String> tags;

    private RotatingApiKeyPool(PoolCore core, Map<String, String> tags) {
        this.core = core;
        this.tags = tags;
    }

    /**
     * Creates a pool.
     *
     * @param name for messages, events and metrics
     * @param config its settings
     * @param keys its keys
     * @param tags for metrics
     * @param nanoTime nanoseconds since an arbitrary moment, never going back
     * @return the pool
     */
    public static ApiKeyPool create(
            String name, ApiKeyPoolConfig config, List<ApiKey> keys, Map<String, String> tags, LongSupplier nanoTime) {
        return create(name, config, keys, tags, nanoTime, Timer.STANDARD);
    }

    static ApiKeyPool create(
            String name,
            ApiKeyPoolConfig config,
            List<ApiKey> keys,
            Map<String, String> tags,
            LongSupplier nanoTime,
            Timer timer) {
        Map<String, String> copy = Map.copyOf(Objects.requireNonNull(tags, "tags"));
        PoolCore core = new PoolCore(
                Objects.requireNonNull(name, "name"),
                Objects.requireNonNull(config, "config"),
                List.copyOf(Objects.requireNonNull(keys, "keys")),
                Objects.requireNonNull(nanoTime, "nanoTime"),
                timer);
        core.start();
        return new RotatingApiKeyPool(core, copy);
    }

    @Override
    public <T> T execute(CheckedFunction<ApiKeyLease, T> call) throws Throwable {
        Objects.requireNonNull(call, "call");
        try (Rotation rotation = new Rotation(core)) {
            while (true) {
                HeldKey held = rotation.nextBlocking();
                T result;
                try {
                    result = call.apply(held);
                } catch (Throwable e) {
                    if (held.onError(e)) {
                        continue;
                    }
                    throw held.withoutSecrets(e);
                }
                if (!held.onResult(result)) {
                    return result;
                }
            }
        }
    }

    @Override
    public <T> CompletionStage<T> executeCompletionStage(Function<ApiKeyLease, ? extends CompletionStage<T>> call) {
        Objects.requireNonNull(call, "call");
        return StageExecution.start(new Rotation(core), call);
    }

    @Override
    public KeyRotation rotation() {
        return new Rotation(core);
    }

    @Override
    public void add(ApiKey key) {
        core.add(Objects.requireNonNull(key, "key"));
    }

    @Override
    public void replace(ApiKey key) {
        core.replace(Objects.requireNonNull(key, "key"));
    }

    @Override
    public boolean remove(String keyId) {
        return core.remove(Objects.requireNonNull(keyId, "keyId"));
    }

    @Override
    public List<ApiKeyStats> stats() {
        long now = core.now();
        return core.roster().keys.stream().map(key -> stats(key, now)).toList();
    }

    @Override
    public Optional<ApiKeyStats> stats(String keyId) {
        return Optional.ofNullable(core.roster().find(keyId)).map(key -> stats(key, core.now()));
    }

    private static ApiKeyStats stats(PooledKey key, long now) {
        BenchState benches = key.benches();
        long calls = key.usage.calls.sum();
        long failures = key.usage.failures.sum();
        if (benches.isBenched(now)) {
            Bench bench = benches.longest();
            return new ApiKeyStats(
                    key.id(), "BENCHED", calls, failures, Duration.ofNanos(bench.left(now)), bench.reason());
        }
        String state = switch (key.limiter.limiter.snapshot().state()) {
            case RUNNING, PROBING -> "AVAILABLE";
            case PAUSED -> "PAUSED";
            case STOPPED -> "STOPPED";
        };
        return new ApiKeyStats(key.id(), state, calls, failures, Duration.ZERO, "");
    }

    @Override
    public Optional<AdaptiveRateLimiter> limiter(String keyId) {
        return Optional.ofNullable(core.roster().find(keyId)).map(key -> key.limiter.limiter);
    }

    @Override
    public Snapshot snapshot() {
        long now = core.now();
        List<PooledKey> keys = core.roster().keys;
        return new Snapshot(
                keys.size(),
                (int) keys.stream().filter(key -> key.isBenched(now)).count(),
                core.line().length(),
                keys.stream().mapToInt(key -> key.inFlight.get()).sum(),
                core.exhaustions(),
                core.turnedAway(),
                core.pings());
    }

    @Override
    public String getName() {
        return core.name();
    }

    @Override
    public ApiKeyPoolConfig getApiKeyPoolConfig() {
        return core.config();
    }

    @Override
    public Map<String, String> getTags() {
        return tags;
    }

    @Override
    public ApiKeyPoolEvents events() {
        return core.events();
    }

    @Override
    public void close() {
        core.close();
    }

    /** Ids and figures; no secrets. */
    @Override
    public String toString() {
        return "ApiKeyPool '" + core.name() + "' " + stats();
    }
}
