package io.github.resilience4j.adaptive.internal;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * One daemon thread on which all look who wait without a thread of their own; started with the first of them. It never
 * runs the user's code.
 */
public final class Alarms {

    private static final ScheduledThreadPoolExecutor TIMER = timer();

    private Alarms() {}

    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer =
                new ScheduledThreadPoolExecutor(1, task -> daemon(task, "resilience4j-adaptive-alarms"));
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    public static void soon(Runnable task) {
        TIMER.execute(task);
    }

    /** Runs what may call the user's code: on the common pool, or on a thread of its own if that was left without any. */
    public static void deliver(Runnable task) {
        if (ForkJoinPool.getCommonPoolParallelism() > 0) {
            ForkJoinPool.commonPool().execute(task);
        } else {
            daemon(task, "resilience4j-adaptive-delivery").start();
        }
    }

    public static Future<?> after(long nanos, Runnable task) {
        return TIMER.schedule(task, nanos, TimeUnit.NANOSECONDS);
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
