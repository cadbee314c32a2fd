package io.github.resilience4j.adaptive.jdbc.internal;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * How full queues are, without counting rows for each submission: what was counted within the last second, and what has been added
 * here since. Before anybody is refused it is counted.
 */
final class Fill {

    private static final long FRESH = 1_000_000_000;

    private final ConcurrentMap<String, Count> counts = new ConcurrentHashMap<>();
    private final LongSupplier nanoTime;

    private static final class Count {
        private final AtomicLong entries;
        private final long at;

        private Count(long entries, long at) {
            this.entries = new AtomicLong(entries);
            this.at = at;
        }
    }

    Fill(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Whether there is certainly room for one more. */
    boolean hasRoom(String queue, int capacity) {
        Count last = counts.get(queue);
        return last != null && nanoTime.getAsLong() - last.at < FRESH && last.entries.get() < capacity;
    }

    void counted(String queue, long entries) {
        counts.put(queue, new Count(entries, nanoTime.getAsLong()));
    }

    void added(String queue) {
        Count last = counts.get(queue);
        if (last != null) {
            last.entries.incrementAndGet();
        }
    }
}
