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
 * refresh went past, one that was invalidated). A flight is in the set before its call starts and before it can be found
 * under its key, and until what it brought is stored: an invalidation that marks the set and then clears the store misses
 * none.
 *
 * <p>Those that a refresh went past stand in a set of their own, from before they lose their place under the key until they
 * leave the air: whoever lands after them finds them there, whatever became of the refresh.
 */
class Flights<K, V extends @Nullable Object> {

    private final ConcurrentMap<K, Flight<K, V>> joinable = new ConcurrentHashMap<>();
    private final Set<Flight<K, V>> inTheAir = ConcurrentHashMap.newKeySet();
    private final Set<Flight<K, V>> overtaken = ConcurrentHashMap.newKeySet();
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

    /** Needs a place that was reserved. Inside the step in which it takes the place of another, if there is one. */
    final void add(Flight<K, V> flight, @Nullable Flight<K, V> before) {
        inTheAir.add(flight);
        if (before != null && !before.isDead()) {
            overtaken.add(before);
        }
    }

    /**
     * It landed. Removed by identity: under its key there may be another by now. If it failed, one that it went past can be
     * joined again; if it did not, that one is dead.
     */
    final void remove(Flight<K, V> flight) {
        try {
            var unused = joinable.computeIfPresent(
                    flight.key(), (key, head) -> head == flight ? youngestOvertaken(key) : head);
        } finally {
            giveBack(flight);
        }
    }

    /** One that has begun to land is not put back: its own removal from under its key may be over. */
    private @Nullable Flight<K, V> youngestOvertaken(K key) {
        Flight<K, V> youngest = null;
        for (Flight<K, V> flight : overtaken) {
            if (flight.isFlying()
                    && !flight.isDead()
                    && (youngest == null || youngest.seq() < flight.seq())
                    && flight.key().equals(key)) {
                youngest = flight;
            }
        }
        return youngest;
    }

    /**
     * Takes a flight for lost if it is beyond its age: its place is free again, and since invalidations will not see it any
     * more, it is dead. One that is landing may be in the middle of being stored and is left to that. Only inside the step
     * that gives its key to another.
     */
    final boolean abandonIfLost(Flight<K, V> flight, long now) {
        boolean lost = isLost(flight, now);
        if (lost) {
            giveBack(flight);
        }
        return lost;
    }

    private boolean isLost(Flight<K, V> flight, long now) {
        if (flight.age(now) <= maxAge || !flight.lose()) {
            return false;
        }
        flight.kill();
        return true;
    }

    /** Whether a place has become free. */
    final boolean abandonLost(long now) {
        boolean any = false;
        for (Flight<K, V> flight : inTheAir) {
            if (isLost(flight, now)) {
                joinable.remove(flight.key(), flight);
                giveBack(flight);
                any = true;
            }
        }
        return any;
    }

    private void giveBack(Flight<K, V> flight) {
        overtaken.remove(flight);
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
        for (Flight<K, V> other : overtaken) {
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
