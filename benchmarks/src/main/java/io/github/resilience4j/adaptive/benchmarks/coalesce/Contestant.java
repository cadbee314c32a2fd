package io.github.resilience4j.adaptive.benchmarks.coalesce;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.jcache.configuration.CaffeineConfiguration;
import com.github.benmanes.caffeine.jcache.spi.CaffeineCachingProvider;
import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.CoalescerConfig;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;

/** Something people ask instead of the upstream: ten thousand values at most, an hour old at most where it knows ages. */
interface Contestant {

    Integer get(Integer key, Callable<Integer> call) throws Exception;

    /** In the order of the tables. {@code caffeineWithAge} is the yardstick: the cheapest that keeps a promise about ages. */
    List<String> NAMES =
            List.of("caffeineWithAge", "caffeine", "caffeineAsync", "futures", "resilience4jCache", "coalescer");

    /** The one of a name. */
    static Contestant named(String name) {
        return switch (name) {
            case "coalescer" -> coalescer();
            case "caffeine" -> caffeine(Caffeine.newBuilder().maximumSize(SIZE).build());
            case "caffeineWithAge" ->
                caffeine(Caffeine.newBuilder()
                        .maximumSize(SIZE)
                        .expireAfterWrite(AGE)
                        .build());
            case "caffeineAsync" -> caffeineAsync();
            case "futures" -> futures();
            case "resilience4jCache" -> resilience4jCache();
            default -> throw new IllegalArgumentException(name + " is none of " + NAMES);
        };
    }

    /** Most values. */
    int SIZE = 10_000;

    /** Their greatest age. */
    Duration AGE = Duration.ofHours(1);

    private static Contestant coalescer() {
        Coalescer<Integer, Integer> coalescer = Coalescer.of(
                "benchmark",
                CoalescerConfig.custom().maximumSize(SIZE).maxAge(AGE).build());
        return coalescer::get;
    }

    private static Contestant caffeine(Cache<Integer, Integer> cache) {
        return (key, call) -> cache.get(key, missing -> called(call));
    }

    private static Contestant caffeineAsync() {
        ExecutorService executor = PerTask.best();
        AsyncCache<Integer, Integer> cache = Caffeine.newBuilder()
                .maximumSize(SIZE)
                .expireAfterWrite(AGE)
                .executor(executor)
                .buildAsync();
        return (key, call) -> cache.get(key, missing -> called(call)).join();
    }

    /** The idiom as one finds it: values are futures that stay, without an age; emptied here before it eats the memory. */
    private static Contestant futures() {
        ExecutorService executor = PerTask.best();
        ConcurrentMap<Integer, CompletableFuture<Integer>> futures = new ConcurrentHashMap<>();
        return (key, call) -> {
            CompletableFuture<Integer> known = futures.get(key);
            if (known == null) {
                if (futures.size() > SIZE) {
                    futures.clear();
                }
                known = futures.computeIfAbsent(
                        key, missing -> CompletableFuture.supplyAsync(() -> called(call), executor));
            }
            return known.join();
        };
    }

    private static Contestant resilience4jCache() {
        CaffeineConfiguration<Integer, Integer> configuration =
                new CaffeineConfiguration<Integer, Integer>().setStoreByValue(false);
        configuration.setMaximumSize(OptionalLong.of(SIZE));
        configuration.setExpireAfterWrite(OptionalLong.of(AGE.toNanos()));
        var cache = io.github.resilience4j.cache.Cache.of(
                new CaffeineCachingProvider().getCacheManager().createCache("benchmark", configuration));
        return (key, call) -> {
            try {
                return io.github.resilience4j.cache.Cache.decorateCallable(cache, call)
                        .apply(key);
            } catch (Exception | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new CompletionException(e);
            }
        };
    }

    private static Integer called(Callable<Integer> call) {
        try {
            return call.call();
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }
}
