package io.github.resilience4j.adaptive.coalesce.internal;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Where calls run unless the user says otherwise; one for all coalescers, started with the first call. */
final class CallExecutors {

    private CallExecutors() {}

    static Executor standard() {
        return Holder.STANDARD;
    }

    /** The byte code is Java 17's, which knows no virtual threads: found by name where there are any. */
    private static Executor make() {
        try {
            MethodHandle virtual = MethodHandles.publicLookup()
                    .findStatic(
                            Executors.class,
                            "newVirtualThreadPerTaskExecutor",
                            MethodType.methodType(ExecutorService.class));
            return (Executor) virtual.invoke();
        } catch (Throwable noVirtualThreads) {
            return Executors.newCachedThreadPool(CallExecutors::daemon);
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "resilience4j-adaptive-call");
        thread.setDaemon(true);
        return thread;
    }

    private static final class Holder {
        private static final Executor STANDARD = make();
    }
}
