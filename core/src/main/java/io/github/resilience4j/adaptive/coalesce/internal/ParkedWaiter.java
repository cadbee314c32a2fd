package io.github.resilience4j.adaptive.coalesce.internal;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A caller that waits with its thread. Parks holding no lock, so a virtual one gives its carrier back. */
final class ParkedWaiter<V extends @Nullable Object> extends Waiter {

    private final Flight<?, V> flight;
    private final Thread thread = Thread.currentThread();

    ParkedWaiter(Flight<?, V> flight) {
        super(flight);
        this.flight = flight;
    }

    /**
     * How the flight ended; null if it did not in time. The waiter is in the flight's list before it looks whether the
     * flight has landed, and a flight that lands says so before it looks at the list: one of them sees the other.
     */
    @Nullable
    Landing<V> await(long nanos) throws InterruptedException {
        long start = System.nanoTime();
        flight.add(this);
        try {
            while (true) {
                Landing<V> landing = flight.landing();
                if (landing != null) {
                    return landing;
                }
                long left = nanos - (System.nanoTime() - start);
                if (left <= 0) {
                    return null;
                }
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                LockSupport.parkNanos(flight, left);
            }
        } finally {
            flight.remove(this);
        }
    }

    @Override
    void landed() {
        LockSupport.unpark(thread);
    }
}
