package io.github.resilience4j.adaptive.benchmarks.redis;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.proxy.optimization.Optimizations;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.github.bucket4j.redis.lettuce.cas.LettuceBasedProxyManager;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.adaptive.redis.RedisSharedBudget;
import io.lettuce.core.RedisClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.redisson.Redisson;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Whose members share a rate. Each member has a connection of its own, as in a JVM of its own. */
enum Contestant {
    ADAPTIVE("adaptive") {
        @Override
        Member join(String redis, String budget, int perSecond, int burst) {
            RedisClient client = RedisClient.create(redis);
            RedisSharedBudget store = RedisSharedBudget.of(client);
            AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of(
                    budget,
                    AdaptiveRateLimiterConfig.custom()
                            .limitForPeriod(perSecond)
                            .limitRefreshPeriod(Duration.ofSeconds(1))
                            .burst(burst)
                            .sharedBudget(store)
                            .build());
            return new Member() {
                @Override
                public boolean acquire(Duration patience) {
                    boolean granted = limiter.acquirePermission(1, patience);
                    if (granted) {
                        limiter.onSuccess();
                    }
                    return granted;
                }

                @Override
                public void close() {
                    limiter.close();
                    store.close();
                    client.shutdown();
                }
            };
        }
    },

    BUCKET4J("bucket4j") {
        @Override
        Member join(String redis, String budget, int perSecond, int burst) {
            return bucket4j(redis, budget, perSecond, burst, false);
        }
    },

    BUCKET4J_BATCHING("bucket4j, batching") {
        @Override
        Member join(String redis, String budget, int perSecond, int burst) {
            return bucket4j(redis, budget, perSecond, burst, true);
        }
    },

    /** It knows no burst: whatever comes in a period may come at its beginning. */
    REDISSON("Redisson RRateLimiter") {
        @Override
        Member join(String redis, String budget, int perSecond, int burst) {
            Config config = new Config();
            config.useSingleServer().setAddress(redis);
            RedissonClient client = Redisson.create(config);
            RRateLimiter limiter = client.getRateLimiter(budget);
            limiter.trySetRate(RateType.OVERALL, perSecond, Duration.ofSeconds(1));
            return new Member() {
                @Override
                public boolean acquire(Duration patience) {
                    return limiter.tryAcquire(1, patience);
                }

                @Override
                public void close() {
                    client.shutdown();
                }
            };
        }
    };

    final String title;

    Contestant(String title) {
        this.title = title;
    }

    /** One of those who share a budget. */
    interface Member extends AutoCloseable {

        /** Waits for a permit with the caller's thread. */
        boolean acquire(Duration patience) throws InterruptedException;

        @Override
        void close();
    }

    abstract Member join(String redis, String budget, int perSecond, int burst);

    private static Member bucket4j(String redis, String budget, int perSecond, int burst, boolean batching) {
        RedisClient client = RedisClient.create(redis);
        LettuceBasedProxyManager<byte[]> buckets =
                Bucket4jLettuce.casBasedBuilder(client).build();
        BucketConfiguration configuration = BucketConfiguration.builder()
                .addLimit(limit -> limit.capacity(burst).refillGreedy(perSecond, Duration.ofSeconds(1)))
                .build();
        byte[] key = budget.getBytes(StandardCharsets.UTF_8);
        Bucket bucket = batching
                ? buckets.builder().withOptimization(Optimizations.batching()).build(key, () -> configuration)
                : buckets.builder().build(key, () -> configuration);
        return new Member() {
            @Override
            public boolean acquire(Duration patience) throws InterruptedException {
                return bucket.asBlocking().tryConsume(1, patience);
            }

            @Override
            public void close() {
                client.shutdown();
            }
        };
    }
}
