package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.keypool.BenchStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Benches in a map. */
public final class InMemoryBenchStore implements BenchStore {

    private record Identity(String pool, String keyId, String fingerprint) {}

    private record Kept(StoredBench bench, long until) {}

    private final LongSupplier nanoTime;
    private final long begunAt;
    private final Map<Identity, Kept> benches = new ConcurrentHashMap<>();
    private final Map<Identity, Long> claims = new ConcurrentHashMap<>();
    private final Map<String, List<Listener>> listeners = new ConcurrentHashMap<>();

    /**
     * An empty store.
     *
     * @param nanoTime nanoseconds since an arbitrary moment, never going back
     */
    public InMemoryBenchStore(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.begunAt = nanoTime.getAsLong();
    }

    private long now() {
        return Math.max(0, nanoTime.getAsLong() - begunAt);
    }

    private static long after(long now, Duration time) {
        long nanos = time.toNanos();
        return nanos > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + nanos;
    }

    @Override
    public void bench(String pool, StoredBench bench) {
        long now = now();
        benches.values().removeIf(kept -> kept.until <= now);
        Kept mine = new Kept(bench, after(now, bench.remaining()));
        Kept kept = benches.merge(
                new Identity(pool, bench.keyId(), bench.fingerprint()),
                mine,
                (before, after) -> after.until > before.until ? after : before);
        if (mine.equals(kept)) {
            listenersOf(pool).forEach(listener -> listener.benched(bench));
        }
    }

    @Override
    public boolean clear(String pool, String keyId, String fingerprint, String token) {
        Identity identity = new Identity(pool, keyId, fingerprint);
        Kept kept = benches.get(identity);
        boolean cleared = kept != null && kept.bench.token().equals(token) && benches.remove(identity, kept);
        if (cleared) {
            listenersOf(pool).forEach(listener -> listener.cleared(keyId, fingerprint, token));
        }
        return cleared;
    }

    @Override
    public List<StoredBench> benches(String pool) {
        long now = now();
        List<StoredBench> lasting = new ArrayList<>();
        benches.forEach((identity, kept) -> {
            if (identity.pool.equals(pool) && kept.until > now) {
                StoredBench bench = kept.bench;
                lasting.add(new StoredBench(
                        bench.keyId(),
                        bench.fingerprint(),
                        bench.cause(),
                        Duration.ofNanos(kept.until - now),
                        bench.reason(),
                        bench.token()));
            }
        });
        return lasting;
    }

    @Override
    public boolean claimPing(String pool, String keyId, Duration time) {
        long now = now();
        long until = after(now, time);
        boolean[] mine = new boolean[1];
        claims.compute(new Identity(pool, keyId, ""), (identity, claimed) -> {
            mine[0] = isFree(claimed, now);
            return mine[0] ? Long.valueOf(until) : claimed;
        });
        return mine[0];
    }

    private static boolean isFree(@Nullable Long claimed, long now) {
        return claimed == null || claimed <= now;
    }

    @Override
    public Registration subscribe(String pool, Listener listener) {
        List<Listener> ofPool = listeners.computeIfAbsent(pool, name -> new CopyOnWriteArrayList<>());
        ofPool.add(listener);
        return () -> ofPool.remove(listener);
    }

    private List<Listener> listenersOf(String pool) {
        return listeners.getOrDefault(pool, List.of());
    }
}
