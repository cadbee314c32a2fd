package io.github.resilience4j.adaptive.queue.internal;

import io.github.resilience4j.adaptive.queue.QueueStore.Claim;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** What a queue has in hand: so many at most, their leases lengthened for as long as there are any. */
final class InHand {

    private final Set<Work<?>> works = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean beating = new AtomicBoolean();
    private final Semaphore removed = new Semaphore(0);
    private final int most;
    private final Executor executor;
    private final Timer timer;
    private final long beat;
    private final Consumer<List<Claim>> extend;

    InHand(int most, Executor executor, Timer timer, Duration lease, Consumer<List<Claim>> extend) {
        this.most = most;
        this.executor = executor;
        this.timer = timer;
        this.beat = lease.toNanos() / 3;
        this.extend = extend;
    }

    /** Only looks add, one after the other: what is free stays so until the look ends. */
    int free() {
        return most - works.size();
    }

    int size() {
        return works.size();
    }

    void add(Work<?> work) {
        works.add(work);
        if (beating.compareAndSet(false, true)) {
            var unused = timer.after(beat, this::beat);
        }
    }

    void remove(Work<?> work) {
        works.remove(work);
        // One is enough to look again, and one for each would be too many for a semaphore some day.
        if (removed.availablePermits() == 0) {
            removed.release();
        }
    }

    void interruptAll() {
        works.forEach(Work::interrupt);
    }

    /** Nobody adds any more. */
    boolean awaitEmpty(Duration patience) throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        while (!works.isEmpty()) {
            if (!removed.tryAcquire(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return works.isEmpty();
            }
        }
        return true;
    }

    private void beat() {
        if (works.isEmpty()) {
            beating.set(false);
            // Who came between the two found it beating.
            if (works.isEmpty() || !beating.compareAndSet(false, true)) {
                return;
            }
        }
        try {
            executor.execute(() -> extend.accept(works.stream().map(Work::claim).toList()));
        } catch (RuntimeException | OutOfMemoryError e) {
            // There is the next beat, and two more until the leases run out.
        }
        var unused = timer.after(beat, this::beat);
    }
}
