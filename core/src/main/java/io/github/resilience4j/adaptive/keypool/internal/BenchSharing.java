package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.keypool.BenchStore;
import io.github.resilience4j.adaptive.keypool.BenchStore.StoredBench;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a store of benches and hears from it, one thing after the other, never where calls are made. A store that is slow makes
 * the row longer; beyond a length the oldest news are dropped, and what a key is worth is found out again by use. A store
 * that throws is as if it were not there.
 */
final class BenchSharing implements BenchNews, BenchStore.Listener {

    private static final Logger LOG = LoggerFactory.getLogger(BenchSharing.class);
    private static final int MOST_NEWS = 1_000;
    private static final long IDLE_SECONDS = 10;

    private final PoolCore pool;
    private final BenchStore store;
    private final ThreadPoolExecutor news;
    private final AtomicBoolean failing = new AtomicBoolean();
    private volatile @Nullable Registration subscription;
    private volatile boolean closed;

    BenchSharing(PoolCore pool, BenchStore store) {
        this.pool = pool;
        this.store = store;
        this.news = new ThreadPoolExecutor(
                1,
                1,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MOST_NEWS),
                task -> Threads.daemon("benches-" + pool.name(), task),
                new ThreadPoolExecutor.DiscardOldestPolicy());
        news.allowCoreThreadTimeOut(true);
    }

    /** What others know already is asked for later: a store that is away is no reason not to begin. */
    void start() {
        later(() -> {
            subscription = store.subscribe(pool.name(), this);
            if (closed) {
                close();
            }
            pool.roster().keys.forEach(pool::reread);
            store.benches(pool.name()).forEach(this::benched);
        });
    }

    @Override
    public void benched(PooledKey key, Bench bench) {
        String fingerprint = key.fingerprint();
        later(() -> {
            long left = bench.left(pool.now());
            if (left > 0) {
                store.bench(
                        pool.name(),
                        new StoredBench(
                                key.id(),
                                fingerprint,
                                bench.cause(),
                                Duration.ofNanos(left),
                                bench.reason(),
                                bench.token()));
            }
        });
    }

    @Override
    public void cleared(PooledKey key, String token) {
        String fingerprint = key.fingerprint();
        later(() -> store.clear(pool.name(), key.id(), fingerprint, token));
    }

    /** Asked where a ping is made, which may wait. Without an answer the ping is made: what is known here rules. */
    boolean mayPing(PooledKey key, Duration time) {
        try {
            boolean mine = store.claimPing(pool.name(), key.id(), time);
            failing.set(false);
            return mine;
        } catch (RuntimeException | LinkageError e) {
            failed(e);
            return true;
        }
    }

    @Override
    public void benched(StoredBench told) {
        PooledKey key = keyOf(told.keyId(), told.fingerprint());
        Bench known = key == null ? null : key.benches().firm();
        if (key != null && (known == null || !known.token().equals(told.token()))) {
            long now = pool.now();
            pool.benches()
                    .heard(
                            key,
                            new Bench(
                                    told.cause(), now, saturated(now, told.remaining()), told.reason(), told.token()));
        }
    }

    private static long saturated(long now, Duration remaining) {
        long nanos = remaining.compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0 ? Long.MAX_VALUE : remaining.toNanos();
        return nanos > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + Math.max(0, nanos);
    }

    @Override
    public void cleared(String keyId, String fingerprint, String token) {
        PooledKey key = keyOf(keyId, fingerprint);
        if (key != null) {
            pool.benches().heardCleared(key, token);
        }
    }

    private @Nullable PooledKey keyOf(String keyId, String fingerprint) {
        PooledKey key = pool.roster().find(keyId);
        return key != null && key.fingerprint().equals(fingerprint) ? key : null;
    }

    private void later(Runnable task) {
        news.execute(() -> tell(task));
    }

    private void tell(Runnable next) {
        try {
            next.run();
            failing.set(false);
        } catch (RuntimeException | LinkageError e) {
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
        Registration mine = subscription;
        if (mine != null) {
            later(mine::close);
        }
    }
}
