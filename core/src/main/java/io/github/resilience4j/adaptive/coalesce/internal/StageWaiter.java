package io.github.resilience4j.adaptive.coalesce.internal;

import io.github.resilience4j.adaptive.internal.Alarms;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A caller that waits without a thread. Whatever completes its stage, cancelling included, takes it out of the flight and
 * ends its alarm. Dependents of the stage are the user's code: they run on the common pool, never where the flight landed,
 * for others wait there.
 */
final class StageWaiter<V extends @Nullable Object> extends Waiter {

    private final Flight<?, V> flight;
    private final BiFunction<Flight<?, V>, @Nullable Landing<V>, V> settle;
    private final CompletableFuture<V> stage = new CompletableFuture<>();
    private final AtomicBoolean told = new AtomicBoolean();

    /** Takes what makes a value, or an exception, of how the flight landed, or of null if it did not in time. */
    StageWaiter(Flight<?, V> flight, BiFunction<Flight<?, V>, @Nullable Landing<V>, V> settle) {
        super(flight);
        this.flight = flight;
        this.settle = settle;
    }

    /** The action runs once the wait is over, however it ended. */
    CompletableFuture<V> await(long nanos, Runnable over) {
        flight.add(this);
        Future<?> alarm = flight.landing() == null ? Alarms.after(nanos, this::tell) : null;
        var unused = stage.whenComplete((value, error) -> {
            flight.remove(this);
            if (alarm != null) {
                alarm.cancel(false);
            }
            over.run();
        });
        if (flight.landing() != null) {
            tell();
        }
        return stage;
    }

    @Override
    void landed() {
        tell();
    }

    private void tell() {
        if (told.compareAndSet(false, true)) {
            Alarms.deliver(this::deliver);
        }
    }

    private void deliver() {
        if (stage.isDone()) {
            return;
        }
        try {
            stage.complete(settle.apply(flight, flight.landing()));
        } catch (Throwable e) {
            stage.completeExceptionally(e);
        }
    }
}
