package io.github.resilience4j.adaptive.ratelimiter.internal;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.resilience4j.adaptive.ratelimiter.LimiterStateStore;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One daemon thread for each store, there while something is to be saved. Users write stores: one may throw, or hang, and
 * then it holds up nobody but itself, and is complained about once.
 */
final class Saver {

    private static final long PATIENCE = 2_000_000_000L;
    private static final long IDLE_SECONDS = 5;
    private static final Cache<LimiterStateStore, Saver> SAVERS =
            Caffeine.newBuilder().weakKeys().build();

    private final ScheduledThreadPoolExecutor thread = thread();
    private final Logger log;
    private volatile long busySince;
    private volatile boolean busy;
    private volatile boolean failing;

    Saver(Logger log) {
        this.log = log;
    }

    /** What a store does when it is asked to save. */
    interface Save {
        void run() throws Exception;
    }

    static Saver of(LimiterStateStore store) {
        return SAVERS.get(
                store, it -> new Saver(LoggerFactory.getLogger("io.github.resilience4j.adaptive.ratelimiter")));
    }

    private static ScheduledThreadPoolExecutor thread() {
        ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread made = new Thread(task, "resilience4j-adaptive-memory");
            made.setDaemon(true);
            return made;
        });
        thread.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        thread.allowCoreThreadTimeOut(true);
        return thread;
    }

    void after(long nanos, Runnable task) {
        var unused = thread.schedule(task, nanos, TimeUnit.NANOSECONDS);
    }

    /** Waits until the task was run, but not for a store that hangs: a thousand limiters that close wait once. */
    void last(Runnable task) {
        Future<?> done = thread.submit(task);
        long left = busy ? Math.max(0, PATIENCE - (System.nanoTime() - busySince)) : PATIENCE;
        try {
            done.get(left, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            if (left > 0) {
                log.warn("What limiters must not forget is not saved yet: their store is slow");
            }
        } catch (ExecutionException e) {
            log.warn("What a limiter must not forget could not be saved", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Only on the thread of this saver; whether it worked. */
    boolean isDone(Save save, String limiter) {
        busySince = System.nanoTime();
        busy = true;
        try {
            save.run();
            if (failing) {
                failing = false;
                log.warn("What limiters must not forget is saved again, that of '{}' first", limiter);
            }
            return true;
        } catch (Throwable e) {
            if (!failing) {
                failing = true;
                log.warn(
                        "What limiters must not forget cannot be saved, and would be lost with this process. This is said"
                                + " once, and tried again until it works. The first was '{}': {}",
                        limiter,
                        e.toString(),
                        e);
            }
            return false;
        } finally {
            busy = false;
        }
    }
}
