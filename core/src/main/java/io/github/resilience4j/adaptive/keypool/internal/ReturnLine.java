package io.github.resilience4j.adaptive.keypool.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls that wait for a key to return, first come first served. The first that can use a key that is there gets the turn; it
 * takes its place at the key's limiter and gives the turn back, and only then the next one gets it: so the order of the
 * line is that of the limiter. A call that has tried all keys that are there lets others pass.
 *
 * <p>Whoever looks leaves a note; one looks at a time, as often as there are notes. So nobody misses a key that came back while
 * somebody else was looking.
 */
final class ReturnLine {

    /** A call in the line. Its turn comes when {@link #turn} completes; it must be given back then. */
    static final class Ticket {
        final CompletableFuture<Boolean> turn = new CompletableFuture<>();
        private final BooleanSupplier canLeave;
        private long number;

        Ticket(BooleanSupplier canLeave) {
            this.canLeave = canLeave;
        }
    }

    private final ConcurrentSkipListMap<Long, Ticket> queue = new ConcurrentSkipListMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicReference<@Nullable Ticket> turn = new AtomicReference<>();
    private final AtomicInteger notes = new AtomicInteger();

    /** Nobody waits and nobody is about to leave. */
    boolean isEmpty() {
        return waiting.get() == 0 && turn.get() == null;
    }

    int length() {
        return waiting.get();
    }

    /**
     * Who comes while there is no key for it changes nothing for those before: that it looks at them all would cost a crowd the
     * square of its size. A key that returns from now on finds it in the line.
     */
    void enter(Ticket ticket) {
        ticket.number = numbers.getAndIncrement();
        waiting.incrementAndGet();
        queue.put(ticket.number, ticket);
        if (ticket.canLeave.getAsBoolean()) {
            look();
        }
    }

    /** Whether the call could give up: false if its turn has come. */
    boolean giveUp(Ticket ticket) {
        boolean mine = queue.remove(ticket.number, ticket);
        if (mine) {
            waiting.decrementAndGet();
        }
        return mine;
    }

    void turnOver(Ticket ticket) {
        if (turn.compareAndSet(ticket, null)) {
            look();
        }
    }

    /** A key may be there. */
    void look() {
        if (waiting.get() == 0 || notes.getAndIncrement() != 0) {
            return;
        }
        int seen;
        do {
            seen = notes.get();
            passTurn();
        } while (notes.addAndGet(-seen) != 0);
    }

    private void passTurn() {
        if (turn.get() != null) {
            return;
        }
        for (Ticket ticket : queue.values()) {
            if (ticket.canLeave.getAsBoolean()) {
                turn.set(ticket);
                if (giveUp(ticket)) {
                    ticket.turn.complete(true);
                    return;
                }
                turn.set(null);
            }
        }
    }
}
