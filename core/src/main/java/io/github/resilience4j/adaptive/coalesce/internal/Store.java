package io.github.resilience4j.adaptive.coalesce.internal;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What landed flights left. Whether a flight may still leave something is decided inside the atomic step that stores it;
 * removing a key is an atomic step on the same key. So once a flight has been marked dead and its key removed, whatever it
 * brings is either refused or was stored before the removal and went with it.
 *
 * <p>The index of paths changes inside the same steps, and on eviction, so it has exactly the keys that are stored.
 *
 * <p>While one thread is about to remove an entry, another that removes many may already miss it: the index has it no more,
 * and Caffeine's iterator skips what is retired. Readers would still find it, for looking a key up waits for nobody. So an
 * entry is marked first of all, and what is marked is not found: whoever misses it misses it with good reason.
 */
class Store<K, E extends @Nullable Object> {

    private final Cache<K, Entry<E>> cache;
    private final ConcurrentNavigableMap<Place, K> index = new ConcurrentSkipListMap<>();

    Store(long maximumSize) {
        this.cache = Caffeine.newBuilder()
                .maximumSize(maximumSize)
                .<K, Entry<E>>evictionListener((key, entry, cause) -> {
                    if (entry != null) {
                        leave(entry);
                    }
                })
                .build();
    }

    final @Nullable Entry<E> find(K key) {
        return present(cache.getIfPresent(key));
    }

    private static <T extends @Nullable Object> @Nullable Entry<T> present(@Nullable Entry<T> entry) {
        return entry == null || entry.isGone() ? null : entry;
    }

    /** False if the flight is dead, or if what is stored is of a later one. */
    final boolean put(Flight<K, ?> flight, E content, long since) {
        boolean[] stored = new boolean[1];
        var unused = cache.asMap().compute(flight.key(), (key, old) -> {
            stored[0] = mayReplace(flight, old);
            return stored[0] ? new Entry<>(content, flight.seq(), since, place(flight, present(old))) : old;
        });
        return stored[0];
    }

    /** What is stored goes, on the same condition. */
    final boolean removeFor(Flight<K, ?> flight) {
        boolean[] allowed = new boolean[1];
        var unused = cache.asMap().compute(flight.key(), (key, old) -> {
            allowed[0] = mayReplace(flight, old);
            return allowed[0] ? gone(old) : old;
        });
        return allowed[0];
    }

    private boolean mayReplace(Flight<K, ?> flight, @Nullable Entry<E> old) {
        return !flight.isDead() && (old == null || old.seq() < flight.seq());
    }

    /**
     * Waits for a flight that is just being stored under the key. {@code computeIfPresent} would not: Caffeine looks first
     * whether there is anything.
     */
    final boolean remove(K key) {
        boolean[] removed = new boolean[1];
        var unused = cache.asMap().compute(key, (same, old) -> {
            removed[0] = old != null;
            return gone(old);
        });
        return removed[0];
    }

    final long removeIf(Predicate<? super K> predicate) {
        long removed = 0;
        for (K key : cache.asMap().keySet()) {
            if (predicate.test(key) && remove(key)) {
                removed++;
            }
        }
        VarHandle.fullFence(); // Caffeine reads opaquely what it skips; see Entry.leave
        return removed;
    }

    /** Paths with a common prefix stand together in the index and begin with the prefix itself. */
    final long removePrefix(String prefix) {
        List<K> keys = new ArrayList<>();
        for (var indexed = from(prefix); indexed.hasNext(); ) {
            Map.Entry<Place, K> next = indexed.next();
            if (!next.getKey().path().startsWith(prefix)) {
                break;
            }
            keys.add(next.getValue());
        }
        return keys.stream().filter(this::remove).count();
    }

    Iterator<Map.Entry<Place, K>> from(String prefix) {
        return index.tailMap(new Place(prefix, Long.MIN_VALUE), true).entrySet().iterator();
    }

    final long size() {
        return cache.estimatedSize();
    }

    final int indexed() {
        return index.size();
    }

    private @Nullable Place place(Flight<K, ?> flight, @Nullable Entry<E> old) {
        String path = flight.path();
        if (old != null || path == null) {
            return old == null ? null : old.place();
        }
        Place place = new Place(path, flight.seq());
        index.put(place, flight.key());
        return place;
    }

    /** For a mapping to nothing. */
    private @Nullable Entry<E> gone(@Nullable Entry<E> old) {
        if (old != null) {
            leave(old);
        }
        return null;
    }

    /** The first step of every removal, inside the atomic step on the key. */
    void leave(Entry<E> entry) {
        entry.leave();
        Place place = entry.place();
        if (place != null) {
            index.remove(place);
        }
    }
}
