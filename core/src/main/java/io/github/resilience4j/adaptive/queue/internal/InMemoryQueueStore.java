package io.github.resilience4j.adaptive.queue.internal;

import io.github.resilience4j.adaptive.queue.QueueEntry;
import io.github.resilience4j.adaptive.queue.QueueStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Lines in maps, one lock for all, held for the time of a look-up and never while anybody waits or user code runs. */
public final class InMemoryQueueStore implements QueueStore {

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Lines> queues = new HashMap<>();
    private final LongSupplier nanoTime;
    private final long begin;
    private long lastId;

    /**
     * Creates an empty store.
     *
     * @param nanoTime nanoseconds since an arbitrary moment, never going back
     */
    public InMemoryQueueStore(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.begin = nanoTime.getAsLong();
    }

    /** The entries of a queue. */
    private static final class Lines {
        private final TreeMap<Long, Entry> waiting = new TreeMap<>();
        private final TreeMap<Long, Entry> dead = new TreeMap<>();
        private final Map<String, TreeMap<Long, Entry>> lines = new HashMap<>();
        private final TreeMap<Long, Entry> heads = new TreeMap<>();
        private final Map<String, Long> ids = new HashMap<>();
        /** The entry of a line that was claimed last: no other of the line can be in hand. */
        private final Map<String, Long> claimed = new HashMap<>();

        /** Puts it where it belongs; in its line the first is the head. */
        void put(Entry entry) {
            remove(entry);
            ids.put(entry.what().idempotencyKey(), entry.id());
            if (entry.dead()) {
                dead.put(entry.id(), entry);
                return;
            }
            waiting.put(entry.id(), entry);
            TreeMap<Long, Entry> line = lines.computeIfAbsent(entry.what().queueKey(), key -> new TreeMap<>());
            if (!line.isEmpty()) {
                heads.remove(line.firstKey());
            }
            line.put(entry.id(), entry);
            heads.put(line.firstKey(), line.firstEntry().getValue());
        }

        void remove(Entry entry) {
            ids.remove(entry.what().idempotencyKey());
            dead.remove(entry.id());
            waiting.remove(entry.id());
            heads.remove(entry.id());
            TreeMap<Long, Entry> line = lines.get(entry.what().queueKey());
            if (line != null && line.remove(entry.id()) != null) {
                if (line.isEmpty()) {
                    lines.remove(entry.what().queueKey());
                    claimed.remove(entry.what().queueKey());
                } else {
                    heads.put(line.firstKey(), line.firstEntry().getValue());
                }
            }
        }

        /** Also false while a later one is in hand: a dead letter that came back is before it, and waits for it. */
        boolean isFree(Entry head, long now) {
            Entry last = waiting.get(claimed.getOrDefault(head.what().queueKey(), head.id()));
            return head.isFree(now) && (last == null || !last.isInHand(now));
        }
    }

    @Override
    public Submitted submit(String queue, NewEntry entry, int capacity) {
        return locked(() -> {
            Lines lines = lines(queue);
            Long known = lines.ids.get(entry.idempotencyKey());
            if (known != null) {
                return new Submitted(Added.KNOWN, known);
            }
            if (lines.ids.size() >= capacity) {
                return new Submitted(Added.FULL, 0);
            }
            Entry added = Entry.added(++lastId, entry, now());
            lines.put(added);
            return new Submitted(Added.NEW, added.id());
        });
    }

    @Override
    public List<Claim> claim(String queue, String owner, Duration lease, int most) {
        return locked(() -> {
            Lines lines = lines(queue);
            long now = now();
            List<Entry> free = lines.heads.values().stream()
                    .filter(head -> lines.isFree(head, now))
                    .limit(most)
                    .toList();
            List<Claim> claims = new ArrayList<>();
            for (Entry head : free) {
                Entry claimed = head.claimed(lease, now);
                lines.put(claimed);
                lines.claimed.put(claimed.what().queueKey(), claimed.id());
                claims.add(claimed.toClaim());
            }
            return claims;
        });
    }

    @Override
    public boolean complete(String queue, Claim claim) {
        return locked(() -> {
            Lines lines = lines(queue);
            Entry entry = held(lines, claim);
            if (entry != null) {
                lines.remove(entry);
            }
            return entry != null;
        });
    }

    @Override
    public boolean giveBack(String queue, Claim claim, Return how) {
        return locked(() -> {
            Lines lines = lines(queue);
            Entry entry = held(lines, claim);
            if (entry != null) {
                lines.put(entry.returned(how, now()));
            }
            return entry != null;
        });
    }

    @Override
    public void extend(String queue, List<Claim> claims, Duration lease) {
        locked(() -> {
            Lines lines = lines(queue);
            for (Claim claim : claims) {
                Entry entry = held(lines, claim);
                if (entry != null) {
                    lines.put(entry.extended(lease, now()));
                    // Putting it takes it out first, and a line that is empty for a moment forgets who is in hand.
                    lines.claimed.putIfAbsent(entry.what().queueKey(), entry.id());
                }
            }
            return true;
        });
    }

    private static @Nullable Entry held(Lines lines, Claim claim) {
        Entry entry = lines.waiting.get(claim.id());
        return entry != null && entry.isHeldBy(claim) ? entry : null;
    }

    @Override
    public boolean isOccupied(String queue, String queueKey) {
        return locked(() -> lines(queue).lines.containsKey(queueKey));
    }

    @Override
    public Depth depth(String queue) {
        return locked(() -> {
            Lines lines = lines(queue);
            long now = now();
            long inHand = lines.waiting.values().stream()
                    .filter(entry -> entry.isInHand(now))
                    .count();
            return new Depth(lines.waiting.size(), inHand, lines.dead.size());
        });
    }

    @Override
    public List<QueueEntry> entries(String queue, boolean dead, int most) {
        return locked(() -> {
            Lines lines = lines(queue);
            long now = now();
            return (dead ? lines.dead : lines.waiting)
                    .values().stream()
                            .limit(most)
                            .map(entry -> entry.toShow(now))
                            .toList();
        });
    }

    @Override
    public boolean revive(String queue, long id) {
        return locked(() -> {
            Lines lines = lines(queue);
            Entry entry = lines.dead.get(id);
            if (entry != null) {
                lines.put(entry.revived(now()));
            }
            return entry != null;
        });
    }

    @Override
    public boolean discard(String queue, long id) {
        return locked(() -> {
            Lines lines = lines(queue);
            Entry entry = lines.dead.get(id);
            if (entry != null) {
                lines.remove(entry);
            }
            return entry != null;
        });
    }

    private Lines lines(String queue) {
        return queues.computeIfAbsent(queue, name -> new Lines());
    }

    /** From 1 on: 0 stands for nobody. */
    private long now() {
        return nanoTime.getAsLong() - begin + 1;
    }

    private <T> T locked(Supplier<T> step) {
        lock.lock();
        try {
            return step.get();
        } finally {
            lock.unlock();
        }
    }
}
