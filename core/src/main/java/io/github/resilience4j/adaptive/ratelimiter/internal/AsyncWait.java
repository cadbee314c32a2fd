package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.internal.Alarms;
import io.github.resilience4j.adaptive.ratelimiter.internal.Waiters.Waiter;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A caller that waits without a thread. Whoever wakes it only leaves a note; it looks on the alarms' thread, which runs
 * nothing of the user's, so that no blocked pool can hold up the line, and a row of callers that leave at once grows no
 * stack. What it got is delivered on the common pool. Its end is a race of three: served, too late, cancelled. Who loses
 * to a cancellation with a lease in hand still delivers it: the receiver gives it back.
 */
final class AsyncWait extends Waiter {

    private final Line line;
    private final Consumer<@Nullable Lease> end;
    private final AtomicInteger notes = new AtomicInteger();
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile @Nullable Future<?> alarm;

    AsyncWait(Line line, int permits, long call, long since, long deadline, Consumer<@Nullable Lease> end) {
        super(permits, call, since, deadline);
        this.line = line;
        this.end = end;
    }

    @Override
    void wake() {
        if (notes.getAndIncrement() == 0) {
            Alarms.soon(this::look);
        }
    }

    /** The caller no longer wants it. */
    void cancel() {
        if (over.compareAndSet(false, true)) {
            depart();
        }
    }

    private void look() {
        int seen;
        do {
            seen = notes.get();
            if (!over.get()) {
                lookOnce();
            }
        } while (notes.addAndGet(-seen) != 0);
    }

    private void lookOnce() {
        long rest = line.look(this);
        if (rest != Line.OVER) {
            setAlarm(Alarms.after(rest, this::wake));
            return;
        }
        boolean mine = over.compareAndSet(false, true);
        if (mine) {
            depart();
        }
        if (mine || lease != null) {
            Alarms.deliver(() -> end.accept(line.reported(this)));
        }
    }

    private void depart() {
        setAlarm(null);
        line.end(this);
    }

    /** A cancellation may come between the look and the alarm: then nothing is left behind either. */
    private void setAlarm(@Nullable Future<?> next) {
        Future<?> before = alarm;
        alarm = next;
        if (before != null) {
            before.cancel(false);
        }
        if (next != null && over.get()) {
            next.cancel(false);
        }
    }
}
