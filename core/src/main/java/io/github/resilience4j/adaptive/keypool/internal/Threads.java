package io.github.resilience4j.adaptive.keypool.internal;

/** Threads for what may take its time: nobody else waits behind it. */
final class Threads {

    private Threads() {}

    static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, "resilience4j-adaptive-" + name);
        thread.setDaemon(true);
        return thread;
    }
}
