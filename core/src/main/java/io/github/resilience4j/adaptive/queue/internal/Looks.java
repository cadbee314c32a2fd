package io.github.resilience4j.adaptive.queue.internal;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * One look after the other, never two at a time, on an executor and without a thread that waits for the next. Whoever wants one says
 * so; who says it while one goes on gets another right after it, so that what happened meanwhile is seen.
 */
final class Looks {

    /** A look that knows of nothing to come back for. */
    static final long NEVER = Long.MAX_VALUE;

    private static final int IDLE = 0;
    private static final int LOOKING = 1;
    private static final int WANTED = 2;

    private final AtomicInteger state = new AtomicInteger(IDLE);
    private final AtomicReference<Runnable> alarm = new AtomicReference<>(Looks::nothing);
    private final Executor executor;
    private final Timer timer;
    private final LongSupplier look;
    private final long afterRefusal;

    /** So that an executor which is shut down after the queue is not asked once a poll for ever. */
    private volatile boolean ended;

    /**
     * Takes the look, which returns in how many nanoseconds the next one is worth it, and after how many to come back if the executor
     * refuses.
     */
    Looks(Executor executor, Timer timer, LongSupplier look, long afterRefusal) {
        this.executor = executor;
        this.timer = timer;
        this.look = look;
        this.afterRefusal = afterRefusal;
    }

    void want() {
        if (ended || state.getAndSet(WANTED) != IDLE) {
            return;
        }
        try {
            executor.execute(this::lookAround);
        } catch (RuntimeException | OutOfMemoryError e) {
            // Some refuse with words of their own, and a pool that gets no thread with an error.
            // Thrown on, nobody would ever look again.
            state.set(IDLE);
            wantAfter(afterRefusal);
        }
    }

    /** For one time besides; it does not replace what the next look says. */
    void wantOnceAfter(long nanos) {
        var unused = timer.after(nanos, this::want);
    }

    /** Ends with IDLE only if nobody has wanted one since the last began: a wish is never lost. */
    private void lookAround() {
        long next;
        do {
            state.set(LOOKING);
            next = look.getAsLong();
        } while (!state.compareAndSet(LOOKING, IDLE));
        if (next != NEVER) {
            wantAfter(next);
        }
    }

    private void wantAfter(long nanos) {
        alarm.getAndSet(timer.after(nanos, this::want)).run();
    }

    void end() {
        ended = true;
        alarm.getAndSet(Looks::nothing).run();
    }

    private static void nothing() {}
}
