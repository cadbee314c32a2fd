package io.github.resilience4j.adaptive.spring.actuator;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The last things that happened, in a ring of fixed size. Of one source, equal ones in a row are one entry with a count: ten
 * thousand callers that are turned away in a pause must not push out what the pause began with.
 *
 * <p>One lock, held for as long as it takes to write an entry. Only what is out of the ordinary comes here: a call that is
 * granted passes nothing of this.
 */
final class EventLog {

    /**
     * Something that happened.
     *
     * @param kind of what it happened to: limiter or keypool
     * @param name its name
     * @param what what happened
     * @param detail more, in words; of equal ones the last counts
     * @param sameAs what makes two of them equal, besides kind, name and what
     */
    record Happening(String kind, String name, String what, String detail, String sameAs) {}

    /** Only touched under the lock. */
    private static final class Entry {

        private final long number;
        private final Instant first;
        private Happening last;
        private Instant until;
        private long count = 1;

        private Entry(long number, Instant first, Happening last) {
            this.number = number;
            this.first = first;
            this.until = first;
            this.last = last;
        }

        private boolean isSameAs(Happening next) {
            return last.what().equals(next.what()) && last.sameAs().equals(next.sameAs());
        }
    }

    private record Source(String kind, String name) {}

    private final int size;
    private final Lock lock = new ReentrantLock();
    private final Deque<Entry> entries = new ArrayDeque<>();
    private final Map<Source, Entry> newest = new HashMap<>();
    private long number;

    EventLog(int size) {
        this.size = size;
    }

    boolean hasRoom() {
        return size > 0;
    }

    void add(Instant time, Happening happening) {
        Source source = new Source(happening.kind(), happening.name());
        lock.lock();
        try {
            Entry before = newest.get(source);
            if (before != null && before.isSameAs(happening)) {
                before.count++;
                before.last = happening;
                before.until = time;
                return;
            }
            Entry entry = new Entry(++number, time, happening);
            newest.put(source, entry);
            entries.addLast(entry);
            if (entries.size() > size) {
                forget(entries.removeFirst());
            }
        } finally {
            lock.unlock();
        }
    }

    private void forget(Entry entry) {
        newest.remove(new Source(entry.last.kind(), entry.last.name()), entry);
    }

    /** The newest first. */
    List<Map<String, Object>> read() {
        List<Map<String, Object>> rows = new ArrayList<>();
        lock.lock();
        try {
            entries.descendingIterator().forEachRemaining(entry -> rows.add(row(entry)));
        } finally {
            lock.unlock();
        }
        return rows;
    }

    private static Map<String, Object> row(Entry entry) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("number", entry.number);
        row.put("time", entry.first.toString());
        row.put("until", entry.until.toString());
        row.put("count", entry.count);
        row.put("kind", entry.last.kind());
        row.put("name", entry.last.name());
        row.put("what", entry.last.what());
        row.put("detail", entry.last.detail());
        return row;
    }
}
