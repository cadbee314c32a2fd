package io.github.resilience4j.adaptive.ratelimiter.internal;

import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** One daemon thread that wakes all who wait without a thread of their own; started with the first of them. */
final class Alarms {

    private static final ScheduledThreadPoolExecutor TIMER = timer();

    private Alarms() {}

    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "resilience4j-adaptive-alarms");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    /** Where those look who were woken: the common pool, unless somebody has left it without threads. */
    static Executor executor() {
        return ForkJoinPool.getCommonPoolParallelism() > 0 ? ForkJoinPool.commonPool() : TIMER;
    }

    static Future<?> after(long nanos, Runnable task) {
        return TIMER.schedule(task, nanos, TimeUnit.NANOSECONDS);
    }
}
