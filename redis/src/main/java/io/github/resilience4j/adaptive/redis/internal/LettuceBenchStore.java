package io.github.resilience4j.adaptive.redis.internal;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.redis.RedisBenchStore;
import io.github.resilience4j.adaptive.redis.RedisBenchStoreConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Asks the scripts of benches, and waits for their answers. */
public final class LettuceBenchStore implements RedisBenchStore {

    private static final String COMMON = "benches";

    private final RedisBenchStoreConfig config;
    private final Connections connections;
    private final Script bench;
    private final Script clear;
    private final Script list;
    private final Script claim;

    private LettuceBenchStore(Connections connections, RedisBenchStoreConfig config, String clock) {
        this.config = config;
        this.connections = connections;
        this.bench = Script.of("bench", clock, COMMON);
        this.clear = Script.of("clear", clock, COMMON);
        this.list = Script.of("list", clock, COMMON);
        this.claim = Script.of("claim", clock, COMMON);
    }

    /** On one Redis, or on the master that sentinels name. */
    public static LettuceBenchStore of(RedisClient client, RedisBenchStoreConfig config) {
        return of(client, config, Script.SERVER_CLOCK);
    }

    static LettuceBenchStore of(RedisClient client, RedisBenchStoreConfig config, String clock) {
        Objects.requireNonNull(config, "config");
        return new LettuceBenchStore(Connections.of(client), config, clock);
    }

    /** On a cluster. */
    public static LettuceBenchStore of(RedisClusterClient client, RedisBenchStoreConfig config) {
        Objects.requireNonNull(config, "config");
        return new LettuceBenchStore(Connections.of(client), config, Script.SERVER_CLOCK);
    }

    @Override
    public boolean bench(String pool, StoredBench told) {
        return isYes(ask(bench, pool, BenchWire.bench(told)));
    }

    @Override
    public boolean clear(String pool, String key, String token) {
        return isYes(ask(clear, pool, BenchWire.clear(key, token)));
    }

    @Override
    public List<StoredBench> benches(String pool) {
        return BenchWire.list(ask(list, pool, List.of()));
    }

    @Override
    public boolean claimPing(String pool, String key, Duration time) {
        return isYes(ask(claim, pool, BenchWire.claim(key, time)));
    }

    @Override
    public Registration subscribe(String pool, Listener listener) {
        return connections.subscribe(config.keyOf(pool), message -> BenchWire.tell(message, listener));
    }

    private static boolean isYes(String answer) {
        return answer.equals("1");
    }

    private String ask(Script script, String pool, List<String> words) {
        CompletableFuture<@Nullable String> answer =
                connections.send(script, config.keyOf(pool), words).toCompletableFuture();
        try {
            String text = answer.get(config.getTimeout().toNanos(), TimeUnit.NANOSECONDS);
            if (text == null) {
                throw new RedisException("Redis answered nothing");
            }
            return text;
        } catch (ExecutionException e) {
            throw new RedisException(e.getCause());
        } catch (TimeoutException e) {
            throw new RedisException("No answer from Redis in " + config.getTimeout(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RedisException("Interrupted while Redis was asked", e);
        }
    }

    /** For tests: what else is sent on this connection is done in order. */
    @Nullable
    RedisClusterAsyncCommands<String, String> commands() {
        return connections.commands();
    }

    @Override
    public void close() {
        connections.close();
    }
}
