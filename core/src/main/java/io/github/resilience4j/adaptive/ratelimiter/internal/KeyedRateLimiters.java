package io.github.resilience4j.adaptive.ratelimiter.internal;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One limiter for each key, and never two for the same. {@code alive} knows every limiter that exists and keeps none from
 * being collected; a limiter is kept by being in {@code recent}, which is bounded, by being in {@code held}, where it
 * goes if it holds anything back when {@code recent} gives it up, or by whoever uses it. A limiter that comes back to
 * {@code recent} is taken from {@code alive}.
 *
 * <p>{@code held} needs no timer: it is swept when it has doubled since the last sweep, so it never has more than twice
 * what holds something back, and a sweep costs each eviction a constant.
 */
final class KeyedRateLimiters {

    private static final int SMALLEST_SWEEP = 64;

    private record Key(String name, String key) {}

    private final Cache<Key, LockFreeAdaptiveRateLimiter> alive;
    private final Cache<Key, LockFreeAdaptiveRateLimiter> recent;
    private final ConcurrentMap<Key, LockFreeAdaptiveRateLimiter> held = new ConcurrentHashMap<>();
    private final AtomicInteger sweepAt = new AtomicInteger(SMALLEST_SWEEP);
    private final BiFunction<String, String, LockFreeAdaptiveRateLimiter> maker;

    KeyedRateLimiters(
            BiFunction<String, String, LockFreeAdaptiveRateLimiter> maker,
            int maxKeys,
            Duration idleTime,
            LongSupplier nanoTime,
            Executor executor) {
        this.maker = maker;
        this.alive = Caffeine.newBuilder().weakValues().executor(executor).build();
        this.recent = Caffeine.newBuilder()
                .maximumSize(maxKeys)
                .expireAfterAccess(idleTime)
                .ticker(nanoTime::getAsLong)
                .executor(executor)
                .evictionListener(this::evicted)
                .build();
    }

    AdaptiveRateLimiter get(String name, String key) {
        return recent.get(new Key(name, key), this::aliveOrNew);
    }

    private LockFreeAdaptiveRateLimiter aliveOrNew(Key key) {
        return alive.get(key, it -> maker.apply(it.name(), it.key()));
    }

    Optional<AdaptiveRateLimiter> find(String name, String key) {
        return Optional.ofNullable(alive.getIfPresent(new Key(name, key)));
    }

    Map<String, AdaptiveRateLimiter> of(String name) {
        Map<String, AdaptiveRateLimiter> found = new HashMap<>();
        alive.asMap().forEach((key, limiter) -> {
            if (key.name().equals(name)) {
                found.put(key.key(), limiter);
            }
        });
        return found;
    }

    Set<String> names() {
        return alive.asMap().keySet().stream().map(Key::name).collect(Collectors.toSet());
    }

    void close() {
        alive.asMap().values().forEach(AdaptiveRateLimiter::close);
    }

    /** Called within the removal, before anybody can ask for the key again. */
    private void evicted(@Nullable Key key, @Nullable LockFreeAdaptiveRateLimiter limiter, RemovalCause cause) {
        if (key == null || limiter == null || isLaidToRest(limiter)) {
            return;
        }
        held.put(key, limiter);
        if (held.size() >= sweepAt.get()) {
            held.values().removeIf(KeyedRateLimiters::isLaidToRest);
            sweepAt.set(Math.max(SMALLEST_SWEEP, 2 * held.size()));
        }
    }

    private static boolean isLaidToRest(LockFreeAdaptiveRateLimiter limiter) {
        boolean rests = !limiter.holdsBack();
        if (rests) {
            limiter.rest();
        }
        return rests;
    }
}
