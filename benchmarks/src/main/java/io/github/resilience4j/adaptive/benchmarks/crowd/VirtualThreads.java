package io.github.resilience4j.adaptive.benchmarks.crowd;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** Virtual threads from byte code for JDK 17. */
final class VirtualThreads {

    private static final @Nullable MethodHandle START = find();

    private VirtualThreads() {}

    private static @Nullable MethodHandle find() {
        try {
            return MethodHandles.publicLookup()
                    .findStatic(
                            Thread.class, "startVirtualThread", MethodType.methodType(Thread.class, Runnable.class));
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    static boolean areThere() {
        return START != null;
    }

    static Thread start(Runnable task) {
        if (START == null) {
            throw new UnsupportedOperationException("no virtual threads on JDK " + Runtime.version());
        }
        try {
            return (Thread) START.invokeExact(task);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
