package io.github.resilience4j.adaptive.queue.internal;

import io.github.resilience4j.adaptive.internal.Alarms;
import java.util.concurrent.Future;

/** Runs something later, where it may call the user's code. */
@FunctionalInterface
interface Timer {

    Timer STANDARD = (nanos, task) -> {
        Future<?> alarm = Alarms.after(nanos, () -> Alarms.deliver(task));
        return () -> alarm.cancel(false);
    };

    /** {@return what calls it off} */
    Runnable after(long nanos, Runnable task);
}
