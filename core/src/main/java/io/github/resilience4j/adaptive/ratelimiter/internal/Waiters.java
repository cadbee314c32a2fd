package io.github.resilience4j.adaptive.ratelimiter.internal;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Callers in the order they came. Only the first may take permits; all others park until they are first. Whoever leaves
 * first place, for whatever reason, wakes the next.
 *
 * <p>No wake-up is lost: a waiter that gives up marks itself gone <em>before</em> it looks whether it is first, and
 * whoever makes room removes itself <em>before</em> it looks at the mark of the next. One of the two sees the other. A
 * waiter that is gone stays in the queue until it would be first, so leaving costs the same wherever one stands.
 *
 * <p>A place may also be booked without a thread; it is settled when it becomes first.
 */
final class Waiters {

    /** A place in the queue. */
    static final class Waiter {
        private final @Nullable Thread thread;
        private final int permits;
        private volatile boolean gone;

        private Waiter(@Nullable Thread thread, int permits) {
            this.thread = thread;
            this.permits = permits;
        }
    }

    private final ConcurrentLinkedQueue<Waiter> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger threads = new AtomicInteger();
    private final AtomicLong permits = new AtomicLong();
    private final IntConsumer booking;

    /** Takes what settles a booked place: its permits, whether they are there or not. */
    Waiters(IntConsumer booking) {
        this.booking = booking;
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    /** How many threads wait. */
    int count() {
        return threads.get();
    }

    /** The permits that all who wait want together. */
    long permits() {
        return permits.get();
    }

    /** The permits the first one wants; 0 if nobody waits. */
    int permitsOfFirst() {
        Waiter first = queue.peek();
        return first == null ? 0 : first.permits;
    }

    Waiter join(int wanted) {
        Waiter waiter = new Waiter(Thread.currentThread(), wanted);
        threads.incrementAndGet();
        permits.addAndGet(wanted);
        queue.add(waiter);
        return waiter;
    }

    /** A place for a caller that will come back by itself when its time has come. */
    void book(int wanted) {
        permits.addAndGet(wanted);
        queue.add(new Waiter(null, wanted));
        wakeFirst();
    }

    boolean isFirst(Waiter waiter) {
        return queue.peek() == waiter;
    }

    /** Served or not, the waiter goes; if it was first, the next one is told. */
    void leave(Waiter waiter) {
        waiter.gone = true;
        threads.decrementAndGet();
        permits.addAndGet(-waiter.permits);
        if (isFirst(waiter)) {
            wakeFirst();
        }
    }

    /** Clears the front of those who are gone, settles booked places and wakes the first that waits. */
    void wakeFirst() {
        Waiter first = queue.peek();
        while (first != null) {
            if (first.thread != null && !first.gone) {
                LockSupport.unpark(first.thread);
                return;
            }
            if (queue.remove(first) && first.thread == null) {
                booking.accept(first.permits);
                permits.addAndGet(-first.permits);
            }
            first = queue.peek();
        }
    }

    /** So that everybody looks again whether it is worth waiting. */
    void wakeAll() {
        wakeFirst();
        for (Waiter waiter : queue) {
            LockSupport.unpark(waiter.thread);
        }
    }
}
