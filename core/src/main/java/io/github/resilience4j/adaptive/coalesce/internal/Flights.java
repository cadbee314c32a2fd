package io.github.resilience4j.adaptive.coalesce.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The flights in the air: under each key the one to join, and all of them in a set, for a key may have several (one that a
 * refresh went past, one that was invalidated). A flight is in the set before it can be found under its key, and until
 * what it brought is stored: an invalidation that marks the set and then clears the store misses none.
 */
class Flights<K, V extends @Nullable Object> {

    private final ConcurrentMap<K, Flight<K, V>> joinable = new ConcurrentHashMap<>();
    private final Set<Flight<K, V>> inTheAir = ConcurrentHashMap.newKeySet();
    private final AtomicInteger count = new AtomicInteger();
    private final int most;
    private final long maxAge;

    Flights(int most, long maxAge) {
        this.most = most;
        this.maxAge = maxAge;
    }

    final @Nullable Flight<K, V> find(K key, long now) {
        Flight<K, V> flight = joinable.get(key);
        return flight != null && isJoinable(flight, now) ? flight : null;
    }

    final boolean isJoinable(Flight<K, V> flight, long now) {
        return flight.isJoinable(now, maxAge);
    }

    /** One atomic step for a key. */
    final void at(K key, BiFunction<K, @Nullable Flight<K, V>, @Nullable Flight<K, V>> step) {
        var unused = joinable.compute(key, step);
    }

    final boolean reserve() {
        int taken = count.get();
        while (taken < most) {
            if (count.compareAndSet(taken, taken + 1)) {
                return true;
            }
            taken = count.get();
        }
        return false;
    }

    /** Needs a place that was reserved. */
    final void add(Flight<K, V> flight) {
        inTheAir.add(flight);
    }

    /** It landed. Removed by identity: under its key there may be another by now. */
    final void remove(Flight<K, V> flight) {
        try {
            joinable.remove(flight.key(), flight);
        } finally {
            giveBack(flight);
        }
    }

    /**
     * Takes a flight for lost if it is beyond its age: its place is free again, and since invalidations will not see it any
     * more, it is dead.
     */
    final boolean abandonIfLost(Flight<K, V> flight, long now) {
        if (flight.age(now) <= maxAge) {
            return false;
        }
        flight.kill();
        giveBack(flight);
        return true;
    }

    /** Whether a place has become free. */
    final boolean abandonLost(long now) {
        boolean any = false;
        for (Flight<K, V> flight : inTheAir) {
            if (abandonIfLost(flight, now)) {
                joinable.remove(flight.key(), flight);
                any = true;
            }
        }
        return any;
    }

    private void giveBack(Flight<K, V> flight) {
        if (inTheAir.remove(flight)) {
            count.decrementAndGet();
        }
    }

    /** What they bring will not be stored. Returns their keys. */
    List<K> kill(Predicate<Flight<K, V>> which) {
        List<K> keys = new ArrayList<>();
        for (Flight<K, V> flight : inTheAir) {
            if (which.test(flight)) {
                flight.kill();
                keys.add(flight.key());
            }
        }
        return keys;
    }

    /** A flight brought a value: who went out before it for the same key has older news. */
    final void killOlder(Flight<K, V> flight) {
        for (Flight<K, V> other : inTheAir) {
            if (other.seq() < flight.seq() && other.key().equals(flight.key())) {
                other.kill();
            }
        }
    }

    final void forEach(Consumer<Flight<K, V>> action) {
        inTheAir.forEach(action);
    }

    final int count() {
        return count.get();
    }

    final int waiting() {
        return inTheAir.stream().mapToInt(Flight::waiting).sum();
    }
}
