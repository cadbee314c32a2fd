package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.Probe;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Callers in the order they came. Only the first may take permits; all others wait until they are first. Whoever leaves
 * first place, for whatever reason, wakes the next.
 *
 * <p>No wake-up is lost: a waiter that gives up marks itself gone <em>before</em> it looks whether it is first, and
 * whoever makes room removes itself <em>before</em> it looks at the mark of the next. One of the two sees the other. A
 * waiter that is gone stays in the queue until it would be first, or until more are gone than wait; so leaving costs the
 * same wherever one stands, and the queue is never more than twice as long as it must be.
 *
 * <p>A place may also be booked by a caller that will not be told; it is settled when it becomes first.
 */
final class Waiters {

    private static final int FEW = 64;

    /** A place in the queue. */
    abstract static class Waiter {
        final int permits;
        final long call;
        final long since;
        final long deadline;
        private volatile boolean gone;

        /** Under which it left; written and read by whoever looks for it. */
        @Nullable
        Lease lease;

        /** Waits from and until a time of the limiter's clock. */
        Waiter(int permits, long call, long since, long deadline) {
            this.permits = permits;
            this.call = call;
            this.since = since;
            this.deadline = deadline;
        }

        /** Look again: the waiter may have become first, or what it waits for may have moved. */
        abstract void wake();
    }

    private static final class ParkedThread extends Waiter {
        private final Thread thread = Thread.currentThread();

        private ParkedThread(int permits, long call, long since, long deadline) {
            super(permits, call, since, deadline);
        }

        @Override
        void wake() {
            LockSupport.unpark(thread);
        }
    }

    private static final class Booking extends Waiter {
        private Booking(int permits) {
            super(permits, Probe.ANONYMOUS, 0, Long.MAX_VALUE);
        }

        @Override
        void wake() {}
    }

    private final ConcurrentLinkedQueue<Waiter> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger callers = new AtomicInteger();
    private final AtomicInteger gone = new AtomicInteger();
    private final AtomicLong permits = new AtomicLong();
    private final IntConsumer booking;

    /** Takes what settles a booked place: its permits, whether they are there or not. */
    Waiters(IntConsumer booking) {
        this.booking = booking;
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    /** How many callers wait. */
    int count() {
        return callers.get();
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

    /** The current thread will park. */
    Waiter joinByThread(int wanted, long call, long since, long deadline) {
        return join(new ParkedThread(wanted, call, since, deadline));
    }

    <T extends Waiter> T join(T waiter) {
        callers.incrementAndGet();
        permits.addAndGet(((Waiter) waiter).permits);
        queue.add(waiter);
        return waiter;
    }

    /** A place for a caller that will come back by itself when its time has come. */
    void book(int wanted) {
        permits.addAndGet(wanted);
        queue.add(new Booking(wanted));
        wakeFirst();
    }

    boolean isFirst(Waiter waiter) {
        return queue.peek() == waiter;
    }

    /** Served or not, the waiter goes; if it was first, the next one is told. To be called once. */
    void leave(Waiter waiter) {
        waiter.gone = true;
        callers.decrementAndGet();
        permits.addAndGet(-waiter.permits);
        if (isFirst(waiter)) {
            wakeFirst();
        } else if (gone.incrementAndGet() > FEW + callers.get()) {
            gone.set(0);
            queue.removeIf(any -> any.gone);
            wakeFirst();
        }
    }

    /** Clears the front of those who are gone, settles booked places and wakes the first that waits. */
    void wakeFirst() {
        Waiter first = queue.peek();
        while (first != null) {
            boolean booked = first instanceof Booking;
            if (!booked && !first.gone) {
                first.wake();
                return;
            }
            if (queue.remove(first) && booked) {
                booking.accept(first.permits);
                permits.addAndGet(-first.permits);
            }
            first = queue.peek();
        }
    }

    /** So that those with such deadlines look again whether it is worth waiting. The others sleep on, however many. */
    void wakeThose(LongPredicate deadlines) {
        wakeFirst();
        for (Waiter waiter : queue) {
            if (deadlines.test(waiter.deadline)) {
                waiter.wake();
            }
        }
    }
}
