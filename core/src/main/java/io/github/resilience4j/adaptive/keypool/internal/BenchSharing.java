package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.keypool.BenchCause;
import io.github.resilience4j.adaptive.keypool.BenchStore;
import io.github.resilience4j.adaptive.keypool.BenchStore.StoredBench;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings what a pool and its store know of benches together, in rounds: what was cleared here is told, what is benched there
 * is heard, what is benched here and not known there is told. A round goes by what holds when it is made and not by what
 * has happened, so news cannot be lost, pile up or overtake each other, and a store that was away or has forgotten hears all
 * of it in the next one. Rounds are made one after the other, never where calls are made: as soon as there is news and every
 * few seconds. A store that throws is as if it were not there.
 */
final class BenchSharing implements BenchNews {

    static final Duration ROUND = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(BenchSharing.class);
    private static final long IDLE_SECONDS = 10;

    /** What a ping has disproved and the store has not heard of yet. */
    private record Cleared(String fingerprint, long until) {}

    private final PoolCore pool;
    private final BenchStore store;
    private final Timer timer;
    private final ThreadPoolExecutor rounds;
    private final ConcurrentMap<String, Cleared> cleared = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable Registration> subscription = new AtomicReference<>();
    private final AtomicBoolean asked = new AtomicBoolean();
    private final AtomicBoolean failing = new AtomicBoolean();
    private volatile boolean closed;

    BenchSharing(PoolCore pool, BenchStore store, Timer timer) {
        this.pool = pool;
        this.store = store;
        this.timer = timer;
        // Its thread never ends while there are rounds, so it must not hold the pool, not by its factory either.
        String thread = "benches-" + pool.name();
        this.rounds = new ThreadPoolExecutor(
                1,
                1,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> Threads.daemon(thread, task));
        rounds.allowCoreThreadTimeOut(true);
    }

    /** What others know already is asked for later: a store that is away is no reason not to begin. */
    void start() {
        rounds.execute(() -> pool.roster().keys.forEach(pool::reread));
        soon();
        goOn(new WeakReference<>(this), subscription, timer);
    }

    /** For as long as somebody holds the pool; one that nobody closed leaves no subscription behind either. */
    private static void goOn(
            WeakReference<BenchSharing> self, AtomicReference<@Nullable Registration> subscription, Timer timer) {
        timer.after(ROUND.toNanos(), () -> {
            BenchSharing sharing = self.get();
            if (sharing == null) {
                unsubscribe(subscription);
            } else if (!sharing.closed) {
                sharing.soon();
                goOn(self, subscription, timer);
            }
        });
    }

    /** At most one round waits for its turn, however slow the store is. */
    private void soon() {
        if (asked.compareAndSet(false, true)) {
            rounds.execute(() -> {
                asked.set(false);
                if (!closed) {
                    guarded(this::round);
                }
            });
        }
    }

    private void round() {
        if (subscription.get() == null) {
            subscription.set(store.subscribe(pool.name(), new Ear(new WeakReference<>(this))));
        }
        tellCleared();
        Map<String, String> known = new HashMap<>();
        for (StoredBench told : store.benches(pool.name())) {
            known.put(told.key(), told.token());
            heard(told);
        }
        for (PooledKey key : pool.roster().keys) {
            tell(key, known);
        }
    }

    private void tellCleared() {
        cleared.forEach((token, it) -> {
            if (it.until > pool.now()) {
                boolean unused = store.clear(pool.name(), it.fingerprint, token);
            }
            cleared.remove(token, it);
        });
    }

    /** A vault that does not answer here may do so for others. */
    private void tell(PooledKey key, Map<String, String> known) {
        BenchState state = key.benches();
        Bench bench = state.firm();
        String fingerprint = key.fingerprintOf(state.version());
        if (bench == null
                || bench.cause() == BenchCause.SECRET_UNAVAILABLE
                || fingerprint.isEmpty()
                || bench.token().equals(known.get(fingerprint))) {
            return;
        }
        long left = bench.left(pool.now());
        if (left > 0 && !store.bench(pool.name(), stored(fingerprint, bench, left))) {
            pool.benches().heardCleared(key, bench.token());
        }
    }

    private static StoredBench stored(String fingerprint, Bench bench, long left) {
        return new StoredBench(fingerprint, bench.cause(), Duration.ofNanos(left), bench.reason(), bench.token());
    }

    @Override
    public void benched() {
        soon();
    }

    @Override
    public void cleared(String fingerprint, Bench bench) {
        if (!fingerprint.isEmpty()) {
            cleared.put(bench.token(), new Cleared(fingerprint, bench.until()));
            soon();
        }
    }

    /** Asked where a ping is made, which may wait. Without an answer the ping is made: what is known here rules. */
    boolean mayPing(Secret secret, Duration time) {
        try {
            boolean mine = store.claimPing(pool.name(), secret.fingerprint(), time);
            failing.set(false);
            return mine;
        } catch (Throwable e) {
            failed(e);
            return true;
        }
    }

    /** Told on the threads of the store, which must not keep a pool that nobody else has. */
    private record Ear(WeakReference<BenchSharing> of) implements BenchStore.Listener {

        @Override
        public void benched(StoredBench bench) {
            BenchSharing sharing = of.get();
            if (sharing != null) {
                sharing.heard(bench);
            }
        }

        @Override
        public void cleared(String key, String token) {
            BenchSharing sharing = of.get();
            if (sharing != null) {
                sharing.heardCleared(key, token);
            }
        }
    }

    private void heard(StoredBench told) {
        PooledKey key = keyOf(told.key());
        Bench known = key == null ? null : key.benches().firm();
        if (key != null
                && (known == null || !known.token().equals(told.token()))
                && !cleared.containsKey(told.token())) {
            long now = pool.now();
            long until = saturated(now, told.remaining());
            pool.benches().heard(key, new Bench(told.cause(), now, until, told.reason(), told.token()));
        }
    }

    private static long saturated(long now, Duration remaining) {
        long nanos = remaining.compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0 ? Long.MAX_VALUE : remaining.toNanos();
        return nanos > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + Math.max(0, nanos);
    }

    private void heardCleared(String fingerprint, String token) {
        PooledKey key = keyOf(fingerprint);
        if (key != null) {
            pool.benches().heardCleared(key, token);
        }
    }

    private @Nullable PooledKey keyOf(String fingerprint) {
        for (PooledKey key : pool.roster().keys) {
            if (key.fingerprintOf(key.benches().version()).equals(fingerprint)) {
                return key;
            }
        }
        return null;
    }

    private void guarded(Runnable task) {
        try {
            task.run();
            failing.set(false);
        } catch (Throwable e) {
            failed(e);
        }
    }

    private void failed(Throwable e) {
        if (failing.compareAndSet(false, true)) {
            LOG.warn(
                    "Key pool '{}': the bench store failed ({}); the pool goes by what it knows itself",
                    pool.name(),
                    e.getClass().getName());
        }
    }

    void close() {
        closed = true;
        rounds.execute(() -> guarded(() -> unsubscribe(subscription)));
    }

    private static void unsubscribe(AtomicReference<@Nullable Registration> subscription) {
        Registration mine = subscription.getAndSet(null);
        if (mine != null) {
            mine.close();
        }
    }
}
