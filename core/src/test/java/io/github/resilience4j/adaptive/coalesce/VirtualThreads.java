package io.github.resilience4j.adaptive.coalesce;

import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Virtual threads, where the JVM that runs the tests has them. */
final class VirtualThreads {

    private VirtualThreads() {}

    static Optional<ExecutorService> executor() {
        try {
            return Optional.of((ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null));
        } catch (ReflectiveOperationException e) {
            return Optional.empty();
        }
    }
}
