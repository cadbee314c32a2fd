package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.internal.Alarms;

/** Runs something later, where it may call the user's code. */
@FunctionalInterface
interface Timer {

    Timer STANDARD = (nanos, task) -> {
        var unused = Alarms.after(nanos, () -> Alarms.deliver(task));
    };

    void after(long nanos, Runnable task);
}
