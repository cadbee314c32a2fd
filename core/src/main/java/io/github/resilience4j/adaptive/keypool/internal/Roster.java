package io.github.resilience4j.adaptive.keypool.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The keys of a pool at a moment, and the round in which they take turns. Immutable. */
final class Roster {

    private record Place(PooledKey key, double position) {}

    final List<PooledKey> keys;
    final PooledKey[] round;
    private final Map<String, PooledKey> byId = new HashMap<>();

    Roster(List<PooledKey> keys) {
        this.keys = List.copyOf(keys);
        for (PooledKey key : keys) {
            byId.put(key.id(), key);
        }
        this.round = round(keys);
    }

    /** A key of weight w has w places, spread evenly; keys of one weight keep their order. */
    private static PooledKey[] round(List<PooledKey> keys) {
        List<Place> places = new ArrayList<>();
        for (PooledKey key : keys) {
            int weight = key.key.getWeight();
            for (int i = 0; i < weight; i++) {
                places.add(new Place(key, (i + 0.5) / weight));
            }
        }
        places.sort(Comparator.comparingDouble(Place::position));
        return places.stream().map(Place::key).toArray(PooledKey[]::new);
    }

    @Nullable
    PooledKey find(String id) {
        return byId.get(id);
    }

    boolean contains(PooledKey key) {
        return byId.get(key.id()) == key;
    }

    /** The limiter that the keys of a group share; empty if there is none yet. */
    static Optional<KeyLimiter> limiterOf(List<PooledKey> keys, String group) {
        return keys.stream()
                .filter(key -> key.key.getQuotaGroup().filter(group::equals).isPresent())
                .map(key -> key.limiter)
                .findFirst();
    }

    Roster with(PooledKey added) {
        List<PooledKey> more = new ArrayList<>(keys);
        more.add(added);
        return new Roster(more);
    }

    Roster replaced(PooledKey before, PooledKey after) {
        List<PooledKey> others = new ArrayList<>(keys);
        others.set(others.indexOf(before), after);
        return new Roster(others);
    }

    Roster without(PooledKey removed) {
        List<PooledKey> fewer = new ArrayList<>(keys);
        fewer.remove(removed);
        return new Roster(fewer);
    }

    boolean uses(KeyLimiter limiter) {
        return keys.stream().anyMatch(key -> key.limiter == limiter);
    }
}
