package io.github.resilience4j.adaptive.redis;

import io.github.resilience4j.adaptive.budget.SharedBudget;
import io.github.resilience4j.adaptive.redis.internal.LettuceSharedBudget;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;

/**
 * One budget for many JVMs, kept in Redis: a hash for each budget, a script for each operation, Redis's clock. Where Redis
 * is, how it is reached and who may use it is the business of the Lettuce client that is handed in; two connections are
 * made from it, in the background, so that a Redis that is away holds up nobody.
 *
 * <p>The client stays the user's: {@link #close} closes the connections and not the client.
 *
 * <p>Made by the library, not for you to implement: a later version may add methods.
 *
 * @since 0.1
 */
public interface RedisSharedBudget extends SharedBudget, AutoCloseable {

    /**
     * On one Redis, or on the master that sentinels name.
     *
     * @param client the user's client, with a URI of its own
     * @return a store
     */
    static RedisSharedBudget of(RedisClient client) {
        return of(client, RedisSharedBudgetConfig.ofDefaults());
    }

    /**
     * On one Redis, or on the master that sentinels name.
     *
     * @param client the user's client, with a URI of its own
     * @param config where budgets are kept and for how long
     * @return a store
     */
    static RedisSharedBudget of(RedisClient client, RedisSharedBudgetConfig config) {
        return LettuceSharedBudget.of(client, config);
    }

    /**
     * On a cluster.
     *
     * @param client the user's client
     * @return a store
     */
    static RedisSharedBudget of(RedisClusterClient client) {
        return of(client, RedisSharedBudgetConfig.ofDefaults());
    }

    /**
     * On a cluster.
     *
     * @param client the user's client
     * @param config where budgets are kept and for how long
     * @return a store
     */
    static RedisSharedBudget of(RedisClusterClient client, RedisSharedBudgetConfig config) {
        return LettuceSharedBudget.of(client, config);
    }

    /** Closes the connections; limiters that still use the store go on with a share of their own. */
    @Override
    void close();
}
