package io.github.resilience4j.adaptive.redis;

import io.github.resilience4j.adaptive.keypool.BenchStore;
import io.github.resilience4j.adaptive.redis.internal.LettuceBenchStore;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;

/**
 * The benches of key pools in many JVMs, kept in Redis: a hash for each pool, a script for each operation, Redis's clock.
 * There are fingerprints in it and nothing else of a key. Where Redis is, how it is reached and who may use it is the
 * business of the Lettuce client that is handed in; two connections are made from it, in the background, so that a Redis
 * that is away holds up nobody.
 *
 * <p>What is asked of it waits for the answer with the caller's thread, for {@link RedisBenchStoreConfig#getTimeout()} at
 * most; pools ask on threads of their own. The client stays the user's: {@link #close} closes the connections and not the
 * client.
 *
 * <p>Made by the library, not for you to implement: a later version may add methods.
 *
 * @since 0.1
 */
public interface RedisBenchStore extends BenchStore, AutoCloseable {

    /**
     * On one Redis, or on the master that sentinels name.
     *
     * @param client the user's client, with a URI of its own
     * @return a store
     */
    static RedisBenchStore of(RedisClient client) {
        return of(client, RedisBenchStoreConfig.ofDefaults());
    }

    /**
     * On one Redis, or on the master that sentinels name.
     *
     * @param client the user's client, with a URI of its own
     * @param config where benches are kept
     * @return a store
     */
    static RedisBenchStore of(RedisClient client, RedisBenchStoreConfig config) {
        return LettuceBenchStore.of(client, config);
    }

    /**
     * On a cluster.
     *
     * @param client the user's client
     * @return a store
     */
    static RedisBenchStore of(RedisClusterClient client) {
        return of(client, RedisBenchStoreConfig.ofDefaults());
    }

    /**
     * On a cluster.
     *
     * @param client the user's client
     * @param config where benches are kept
     * @return a store
     */
    static RedisBenchStore of(RedisClusterClient client, RedisBenchStoreConfig config) {
        return LettuceBenchStore.of(client, config);
    }

    /** Closes the connections; pools that still use the store go by what they know themselves. */
    @Override
    void close();
}
