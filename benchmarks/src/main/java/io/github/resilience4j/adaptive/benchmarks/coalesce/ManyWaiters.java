package io.github.resilience4j.adaptive.benchmarks.coalesce;

import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.CoalescerConfig;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Callers on virtual threads that wait on ten keys: what one more of them costs in memory, beside one that waits for a
 * latch; how long it takes until the last has its value; how often the upstream was called. Takes the number of callers, by
 * default 100 000. Needs a JVM with virtual threads.
 */
public final class ManyWaiters {

    private static final int KEYS = 10;

    private ManyWaiters() {}

    /** Prints what it found to standard output. */
    public static void main(String[] args) throws InterruptedException {
        int callers = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
        System.out.printf(Locale.ROOT, "%s, %d callers%n", System.getProperty("java.vm.version"), callers);
        for (int round = 0; round < 3; round++) {
            onALatch(callers);
            onACoalescer(callers);
        }
    }

    private static void onALatch(int callers) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(callers);
        AtomicInteger waiting = new AtomicInteger();
        measure("latch", callers, done, waiting::get, latch::countDown, () -> {
            waiting.incrementAndGet();
            latch.await();
        });
    }

    private static void onACoalescer(int callers) throws InterruptedException {
        CountDownLatch upstream = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(callers);
        AtomicInteger calls = new AtomicInteger();
        AtomicInteger next = new AtomicInteger();
        Coalescer<Integer, Integer> coalescer = Coalescer.of(
                "waiters",
                CoalescerConfig.custom().timeoutDuration(Duration.ofMinutes(10)).build());
        measure(
                "coalescer",
                callers,
                done,
                () -> coalescer.snapshot().waiting(),
                upstream::countDown,
                () -> coalescer.get(next.getAndIncrement() % KEYS, () -> {
                    upstream.await();
                    return calls.incrementAndGet();
                }));
        System.out.printf(Locale.ROOT, "           calls: %d%n", calls.get());
    }

    private interface Waiting {
        void waits() throws Exception;
    }

    private interface Count {
        int get();
    }

    private static void measure(
            String what, int callers, CountDownLatch done, Count waiting, Runnable release, Waiting caller)
            throws InterruptedException {
        ExecutorService threads =
                PerTask.virtual().orElseThrow(() -> new IllegalStateException("Virtual threads need JDK 21 or later"));
        long before = usedHeap();
        for (int i = 0; i < callers; i++) {
            threads.execute(() -> {
                try {
                    caller.waits();
                    done.countDown();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
        }
        while (waiting.get() < callers) {
            LockSupport.parkNanos(1_000_000);
        }
        long bytes = (usedHeap() - before) / callers;
        long start = System.nanoTime();
        release.run();
        done.await();
        System.out.printf(
                Locale.ROOT,
                "%-10s %d bytes a waiter, all released in %.0f ms%n",
                what,
                bytes,
                (System.nanoTime() - start) / 1e6);
        threads.shutdown();
    }

    private static long usedHeap() {
        for (int i = 0; i < 5; i++) {
            System.gc();
            LockSupport.parkNanos(50_000_000);
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
