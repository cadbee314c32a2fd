package io.github.resilience4j.adaptive.benchmarks.coalesce;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A thread for each task: virtual where the JVM has them. */
final class PerTask {

    private PerTask() {}

    static Optional<ExecutorService> virtual() {
        try {
            return Optional.of((ExecutorService) MethodHandles.publicLookup()
                    .findStatic(
                            Executors.class,
                            "newVirtualThreadPerTaskExecutor",
                            MethodType.methodType(ExecutorService.class))
                    .invoke());
        } catch (Throwable noVirtualThreads) {
            return Optional.empty();
        }
    }

    /** As the coalescer's own. */
    static ExecutorService best() {
        return virtual()
                .orElseGet(() -> Executors.newCachedThreadPool(task -> {
                    Thread thread = new Thread(task);
                    thread.setDaemon(true);
                    return thread;
                }));
    }
}
