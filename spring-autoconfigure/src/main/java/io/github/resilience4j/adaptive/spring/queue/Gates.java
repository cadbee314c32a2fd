package io.github.resilience4j.adaptive.spring.queue;

import io.github.resilience4j.adaptive.keypool.ApiKeyPool;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolRegistry;
import io.github.resilience4j.adaptive.queue.QueueGate;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.internal.Inheritance;
import io.github.resilience4j.adaptive.spring.internal.Link;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the properties put before a queue: a limiter, a key pool or both. */
record Gates(AdaptiveRateLimiterRegistry limiters, ApiKeyPoolRegistry pools, WrittenProperties written) {

    /** Null if nothing is named. */
    @Nullable
    QueueGate of(List<Link<RetryQueueSettings>> chain) {
        String limiterName = Inheritance.nearest(chain, RetryQueueSettings::limiter);
        String poolName = Inheritance.nearest(chain, RetryQueueSettings::keyPool);
        AdaptiveRateLimiter limiter = limiterName == null ? null : limiter(limiterName, chain);
        ApiKeyPool pool = poolName == null ? null : pool(poolName, chain);
        if (limiter == null) {
            return pool == null ? null : pool::closedFor;
        }
        return pool == null ? limiter::closedFor : () -> longer(limiter.closedFor(), pool.closedFor());
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private AdaptiveRateLimiter limiter(String name, List<Link<RetryQueueSettings>> chain) {
        return limiters.find(name)
                .orElseThrow(() -> written.refuse(
                        written.place("limiter", chain),
                        "there is no limiter of that name in resilience4j.adaptive.ratelimiter.instances"));
    }

    private ApiKeyPool pool(String name, List<Link<RetryQueueSettings>> chain) {
        return pools.find(name)
                .orElseThrow(() -> written.refuse(
                        written.place("key-pool", chain),
                        "there is no pool of that name in resilience4j.adaptive.keypool.instances"));
    }
}
