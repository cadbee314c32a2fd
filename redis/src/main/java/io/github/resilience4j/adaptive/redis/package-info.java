/**
 * One budget for many JVMs, and the benches of their key pools, kept in Redis; by Lettuce, with a client of yours.
 *
 * <pre>{@code
 * RedisClient client = RedisClient.create("redis://localhost");
 * AdaptiveRateLimiter maps = AdaptiveRateLimiter.of("maps", AdaptiveRateLimiterConfig.custom()
 *         .limitForPeriod(480)                        // a minute, for all JVMs together
 *         .sharedBudget(RedisSharedBudget.of(client))
 *         .build());
 * }</pre>
 */
@NullMarked
package io.github.resilience4j.adaptive.redis;

import org.jspecify.annotations.NullMarked;
