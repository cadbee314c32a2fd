package io.github.resilience4j.adaptive.coalesce.internal;

import io.github.resilience4j.adaptive.coalesce.CoalescedCallException;
import io.github.resilience4j.adaptive.coalesce.Coalescer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The world is a counter for each key. Threads write (count on, then invalidate in a random way, then publish what every
 * later read must see at least), read with random ages, refresh, and let calls fail. A read is stale if it returns less
 * than was published before it began.
 */
final class StaleReads {

    private static final int KEYS = 8;

    /** What came of it. */
    record Result(long reads, long stale, long writes, long failures) {}

    private final Coalescer<Integer, Long> coalescer;
    private final AtomicLongArray world = new AtomicLongArray(KEYS);
    private final AtomicLongArray published = new AtomicLongArray(KEYS);
    private final AtomicLong reads = new AtomicLong();
    private final AtomicLong stale = new AtomicLong();
    private final AtomicLong writes = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();

    StaleReads(Coalescer<Integer, Long> coalescer) {
        this.coalescer = coalescer;
    }

    /** The path of a key, for invalidation by prefix. */
    static String path(Integer key) {
        return "/" + key % 2 + "/" + key + "/";
    }

    Result run(int threads, Duration time, long seed) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Void>> done = new ArrayList<>();
            long end = System.nanoTime() + time.toNanos();
            for (int thread = 0; thread < threads; thread++) {
                Random random = new Random(seed + thread);
                done.add(pool.submit((Callable<Void>) () -> {
                    while (System.nanoTime() - end < 0) {
                        act(random);
                    }
                    return null;
                }));
            }
            for (Future<Void> each : done) {
                each.get(time.toSeconds() + 60, TimeUnit.SECONDS);
            }
        } finally {
            pool.shutdownNow();
        }
        return new Result(reads.get(), stale.get(), writes.get(), failures.get());
    }

    private void act(Random random) {
        int key = random.nextInt(KEYS);
        if (random.nextInt(10) == 0) {
            write(key, random.nextInt(4));
        } else {
            read(key, random);
        }
    }

    private void write(int key, int way) {
        long now = world.incrementAndGet(key);
        switch (way) {
            case 0 -> coalescer.invalidate(key);
            case 1 -> coalescer.invalidatePrefix(path(key));
            case 2 -> coalescer.invalidateIf(other -> other == key);
            default -> coalescer.invalidateAll();
        }
        published.accumulateAndGet(key, now, Math::max);
        writes.incrementAndGet();
    }

    private void read(int key, Random random) {
        long atLeast = published.get(key);
        boolean fails = random.nextInt(20) == 0;
        int spin = random.nextInt(200);
        Callable<Long> call = () -> {
            long seen = world.get(key);
            spin(spin);
            if (fails) {
                throw new IllegalStateException("of the stress");
            }
            return seen;
        };
        try {
            long seen = random.nextInt(10) == 0
                    ? coalescer.refresh(key, call)
                    : coalescer.get(key, Duration.ofNanos(random.nextInt(3) * 1_000_000_000L), call);
            reads.incrementAndGet();
            if (seen < atLeast) {
                stale.incrementAndGet();
            }
        } catch (CoalescedCallException e) {
            failures.incrementAndGet();
        }
    }

    /** The time between reading the world and landing, in which everything happens. */
    private static void spin(int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }
}
