package io.github.resilience4j.adaptive.test;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A scheduler without a thread: whoever lets the time pass runs what is due. */
final class FakeScheduler extends AbstractExecutorService implements ScheduledExecutorService {

    private final FakeTime time;
    private final PriorityQueue<Task<?>> tasks = new PriorityQueue<>(
            Comparator.<Task<?>>comparingLong(task -> task.at).thenComparingLong(task -> task.number));
    private long scheduled;
    private boolean shutdown;

    FakeScheduler(FakeTime time) {
        this.time = time;
    }

    /** Runs tasks in the order of their time, those that they schedule too, and then sets the time. */
    void runUntil(long end) {
        for (Task<?> task = next(end); task != null; task = next(end)) {
            time.set(task.at);
            task.run();
        }
        time.set(end);
    }

    private synchronized @Nullable Task<?> next(long end) {
        Task<?> first = tasks.peek();
        return first == null || first.at > end ? null : tasks.poll();
    }

    private synchronized <T> Task<T> add(Callable<T> call, long at, long period) {
        if (shutdown) {
            throw new RejectedExecutionException("The scheduler of this time has been shut down");
        }
        Task<T> task = new Task<>(call, at, period, scheduled++);
        tasks.add(task);
        return task;
    }

    private synchronized void addAgain(Task<?> task) {
        if (!shutdown) {
            tasks.add(task);
        }
    }

    private synchronized void remove(Task<?> task) {
        tasks.remove(task);
    }

    @Override
    public void execute(Runnable command) {
        synchronized (this) {
            if (shutdown) {
                throw new RejectedExecutionException("The scheduler of this time has been shut down");
            }
        }
        command.run();
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return schedule(Executors.callable(command), delay, unit);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        return add(callable, after(delay, unit), 0);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay, long period, TimeUnit unit) {
        if (period <= 0) {
            throw new IllegalArgumentException("period must be above 0; it is " + period);
        }
        return add(Executors.callable(command), after(initialDelay, unit), unit.toNanos(period));
    }

    /** Tasks take no time here, so the delay is the rate. */
    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay, long delay, TimeUnit unit) {
        return scheduleAtFixedRate(command, initialDelay, delay, unit);
    }

    /** What is to run in {@code Long.MAX_VALUE} never runs, and not at once. */
    private long after(long delay, TimeUnit unit) {
        return later(time.getAsLong(), unit.toNanos(Math.max(0, delay)));
    }

    private static long later(long at, long delay) {
        return at + Math.min(delay, Long.MAX_VALUE - at);
    }

    @Override
    public void shutdown() {
        for (Runnable waiting : shutdownNow()) {
            ((Task<?>) waiting).cancel(false);
        }
    }

    @Override
    public synchronized List<Runnable> shutdownNow() {
        shutdown = true;
        List<Runnable> waiting = new ArrayList<>(tasks);
        tasks.clear();
        return waiting;
    }

    @Override
    public synchronized boolean isShutdown() {
        return shutdown;
    }

    @Override
    public boolean isTerminated() {
        return isShutdown();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return isShutdown();
    }

    private final class Task<T> extends FutureTask<T> implements ScheduledFuture<T> {

        private final long period;
        private final long number;
        private long at;

        Task(Callable<T> call, long at, long period, long number) {
            super(call);
            this.at = at;
            this.period = period;
            this.number = number;
        }

        @Override
        public void run() {
            if (period == 0) {
                super.run();
            } else if (runAndReset()) {
                at = later(at, period);
                addAgain(this);
            }
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            remove(this);
            return super.cancel(mayInterruptIfRunning);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(at - time.getAsLong(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }
}
