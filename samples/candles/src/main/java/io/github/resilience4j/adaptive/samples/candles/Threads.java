package io.github.resilience4j.adaptive.samples.candles;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A thread for each task: virtual where the JVM has such threads, which the byte code of Java 17 does not know. */
final class Threads {

    private Threads() {}

    static ExecutorService oneForEach() {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException noVirtualThreads) {
            return Executors.newCachedThreadPool();
        }
    }
}
