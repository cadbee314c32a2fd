package io.github.resilience4j.adaptive.retry;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs everything at once and remembers for how long it should have waited: asynchronous waits without the time. */
final class InstantScheduler extends ScheduledThreadPoolExecutor implements AutoCloseable {

    final List<Long> delaysMillis = new CopyOnWriteArrayList<>();

    InstantScheduler() {
        super(1);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        delaysMillis.add(unit.toMillis(delay));
        return super.schedule(command, 0, unit);
    }

    // JDK 17's executors are not closeable yet.
    @Override
    public void close() {
        shutdownNow();
    }
}
