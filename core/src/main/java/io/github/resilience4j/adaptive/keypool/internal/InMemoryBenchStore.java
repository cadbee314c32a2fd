package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.keypool.BenchStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Benches in a map. */
public final class InMemoryBenchStore implements BenchStore {

    private record Identity(String pool, String key) {}

    private record Wrong(Identity key, String token) {}

    private record Kept(StoredBench bench, long until) {}

    private final LongSupplier nanoTime;
    private final long begunAt;
    private final Map<Identity, Kept> benches = new ConcurrentHashMap<>();
    private final Map<Wrong, Long> cleared = new ConcurrentHashMap<>();
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

    /** Benches of one key change one after the other, so that none is cleared and kept at the same time. */
    @Override
    public boolean bench(String pool, StoredBench bench) {
        long now = now();
        forgetWhatIsOver(now);
        Kept mine = new Kept(bench, after(now, bench.remaining()));
        Identity key = new Identity(pool, bench.key());
        AtomicBoolean wrong = new AtomicBoolean();
        AtomicBoolean news = new AtomicBoolean();
        benches.compute(key, (identity, before) -> {
            wrong.set(cleared.containsKey(new Wrong(key, bench.token())));
            news.set(!wrong.get() && (before == null || mine.until > before.until));
            return news.get() ? mine : before;
        });
        if (news.get()) {
            listenersOf(pool).forEach(listener -> listener.benched(bench));
        }
        return !wrong.get();
    }

    @Override
    public boolean clear(String pool, String key, String token) {
        long now = now();
        AtomicBoolean found = new AtomicBoolean();
        benches.computeIfPresent(new Identity(pool, key), (identity, kept) -> {
            found.set(kept.until > now && kept.bench.token().equals(token));
            if (!found.get()) {
                return kept;
            }
            cleared.put(new Wrong(identity, token), kept.until);
            return null;
        });
        if (found.get()) {
            listenersOf(pool).forEach(listener -> listener.cleared(key, token));
        }
        return found.get();
    }

    private void forgetWhatIsOver(long now) {
        benches.values().removeIf(kept -> kept.until <= now);
        cleared.values().removeIf(until -> until <= now);
        claims.values().removeIf(until -> until <= now);
    }

    @Override
    public List<StoredBench> benches(String pool) {
        long now = now();
        List<StoredBench> lasting = new ArrayList<>();
        benches.forEach((identity, kept) -> {
            if (identity.pool.equals(pool) && kept.until > now) {
                StoredBench bench = kept.bench;
                Duration remaining = Duration.ofNanos(kept.until - now);
                lasting.add(new StoredBench(bench.key(), bench.cause(), remaining, bench.reason(), bench.token()));
            }
        });
        return lasting;
    }

    @Override
    public boolean claimPing(String pool, String key, Duration time) {
        long now = now();
        long until = after(now, time);
        boolean[] mine = new boolean[1];
        claims.compute(new Identity(pool, key), (identity, claimed) -> {
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
