package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.keypool.ApiKeyLease;
import io.github.resilience4j.adaptive.keypool.ApiKeyPool;
import io.github.resilience4j.adaptive.keypool.BenchStore;
import io.github.resilience4j.adaptive.keypool.KeyRotation;
import io.github.resilience4j.adaptive.micrometer.TaggedApiKeyPoolMetrics;
import io.github.resilience4j.core.functions.CheckedFunction;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Everything that pools let out while tests run, by its kind, and every secret they were given; if somebody collects. */
public final class Evidence {

    private static final Map<String, Set<String>> TEXTS = new ConcurrentHashMap<>();
    private static final Set<String> SECRETS = ConcurrentHashMap.newKeySet();
    private static final List<Runnable> AT_THE_END = new CopyOnWriteArrayList<>();
    private static volatile boolean collecting;

    private Evidence() {}

    static void collect() {
        collecting = true;
    }

    /** What was collected; the secrets under {@code secrets}. */
    static Map<String, List<String>> collected() {
        AT_THE_END.forEach(Runnable::run);
        Map<String, List<String>> collected = new HashMap<>();
        TEXTS.forEach((kind, texts) -> collected.put(kind, List.copyOf(texts)));
        collected.put("secrets", List.copyOf(SECRETS));
        return collected;
    }

    static void add(String kind, String text) {
        if (collecting) {
            TEXTS.computeIfAbsent(kind, any -> ConcurrentHashMap.newKeySet()).add(text);
        }
    }

    private static void thrown(Throwable error) {
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        add("thrown", text.toString());
    }

    private static void lent(ApiKeyLease lease) {
        SECRETS.add(lease.secret());
        add("printed leases", lease.toString());
    }

    /** The same pool, watched if somebody collects. */
    static ApiKeyPool watch(ApiKeyPool pool) {
        if (!collecting) {
            return pool;
        }
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        var unusedMeters = TaggedApiKeyPoolMetrics.bind(pool, meters);
        var unusedEvents = pool.events().onEvent(event -> add("events", event.toString()));
        AT_THE_END.add(() -> {
            add("printed pools", pool + " " + pool.stats() + " " + pool.snapshot());
            meters.getMeters().forEach(meter -> add("meters", meter.getId() + " " + meter.measure()));
            stored(pool);
        });
        return (ApiKeyPool) Proxy.newProxyInstance(
                Evidence.class.getClassLoader(),
                new Class<?>[] {ApiKeyPool.class},
                (proxy, method, arguments) -> invoke(pool, method, arguments));
    }

    private static void stored(ApiKeyPool pool) {
        BenchStore store = pool.getApiKeyPoolConfig().getBenchStore();
        try {
            if (store != null) {
                add("stored", store.benches(pool.getName()).toString());
            }
        } catch (RuntimeException e) {
            add("stored", e.toString());
        }
    }

    private static @Nullable Object invoke(ApiKeyPool pool, Method method, Object @Nullable [] arguments)
            throws Throwable {
        try {
            return watched(method.invoke(pool, arguments == null ? null : watchedCalls(arguments)));
        } catch (InvocationTargetException e) {
            thrown(e.getCause());
            throw e.getCause();
        }
    }

    private static Object[] watchedCalls(Object[] arguments) {
        List<Object> watched = new ArrayList<>();
        for (Object argument : arguments) {
            watched.add(watchedCall(argument));
        }
        return watched.toArray();
    }

    @SuppressWarnings("unchecked")
    private static Object watchedCall(Object argument) {
        if (argument instanceof CheckedFunction<?, ?> call) {
            return (CheckedFunction<ApiKeyLease, Object>) lease -> {
                lent(lease);
                return ((CheckedFunction<ApiKeyLease, Object>) call).apply(lease);
            };
        }
        if (argument instanceof Function<?, ?> call) {
            return (Function<ApiKeyLease, Object>) lease -> {
                lent(lease);
                return ((Function<ApiKeyLease, Object>) call).apply(lease);
            };
        }
        return argument;
    }

    private static @Nullable Object watched(@Nullable Object result) {
        if (result instanceof CompletionStage<?> stage) {
            stage.whenComplete((value, error) -> {
                if (error != null) {
                    thrown(error);
                }
            });
        }
        return result instanceof KeyRotation rotation ? new WatchedRotation(rotation) : result;
    }

    private record WatchedRotation(KeyRotation rotation) implements KeyRotation {

        @Override
        public CompletableFuture<Attempt> next() {
            CompletableFuture<Attempt> next = rotation.next();
            var unused = next.whenComplete((attempt, error) -> {
                if (attempt != null) {
                    lent(attempt);
                } else {
                    thrown(error);
                }
            });
            return next;
        }

        @Override
        public void close() {
            rotation.close();
        }
    }
}
