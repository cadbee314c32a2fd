package io.github.resilience4j.adaptive.benchmarks;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Virtual threads from byte code for JDK 17. */
public final class VirtualThreads {

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

    /** Whether this JVM has them. */
    public static boolean areThere() {
        return START != null;
    }

    /** Starts one. */
    public static Thread start(Runnable task) {
        MethodHandle start = Objects.requireNonNull(START, "virtual threads, which JDK 21 has");
        try {
            return (Thread) start.invokeExact(task);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
