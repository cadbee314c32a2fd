package io.github.resilience4j.adaptive.queue.internal;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * Where queues work unless the user says otherwise: daemon threads, one pool for all queues, as many as there are entries in hand.
 * No virtual threads: on JDKs before 24 a JDBC driver pins their carriers.
 */
final class QueueThreads {

    private QueueThreads() {}

    static Executor standard() {
        return Holder.STANDARD;
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "resilience4j-adaptive-queue");
        thread.setDaemon(true);
        return thread;
    }

    private static final class Holder {
        private static final Executor STANDARD = Executors.newCachedThreadPool(QueueThreads::daemon);
    }
}
