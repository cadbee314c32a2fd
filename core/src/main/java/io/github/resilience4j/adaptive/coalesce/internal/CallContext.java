package io.github.resilience4j.adaptive.coalesce.internal;

import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent;
import io.github.resilience4j.core.ContextPropagator;
import io.micrometer.context.ContextSnapshotFactory;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * What a call takes along from the thread that started it: the MDC, what is registered with Micrometer's context
 * propagation (tracing, for example), and what the configuration names. The thread that runs the call gets back what it
 * had.
 */
final class CallContext {

    private static final boolean MICROMETER = isPresent("io.micrometer.context.ContextSnapshotFactory");

    private final List<ContextPropagator<?>> propagators;

    CallContext(List<ContextPropagator<?>> propagators) {
        this.propagators = propagators;
    }

    /** Captures now. The identity of the flight is put last, so that it is there whatever else is carried. */
    Runnable carry(String flight, Runnable task) {
        Map<String, String> mdc = MDC.getCopyOfContextMap();
        Runnable carried = () -> withMdc(mdc, flight, task);
        if (MICROMETER) {
            carried = Micrometer.carry(carried);
        }
        return propagators.isEmpty() ? carried : ContextPropagator.decorateRunnable(propagators, carried);
    }

    private static void withMdc(@Nullable Map<String, String> mdc, String flight, Runnable task) {
        Map<String, String> before = MDC.getCopyOfContextMap();
        set(mdc);
        MDC.put(CoalescerEvent.FLIGHT, flight);
        try {
            task.run();
        } finally {
            set(before);
        }
    }

    private static void set(@Nullable Map<String, String> mdc) {
        if (mdc == null) {
            MDC.clear();
        } else {
            MDC.setContextMap(mdc);
        }
    }

    private static boolean isPresent(String type) {
        try {
            Class.forName(type, false, CallContext.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /** Loaded only where the library is. */
    private static final class Micrometer {

        private static final ContextSnapshotFactory SNAPSHOTS =
                ContextSnapshotFactory.builder().build();

        private static Runnable carry(Runnable task) {
            return SNAPSHOTS.captureAll().wrap(task);
        }
    }
}
