package io.github.resilience4j.adaptive.coalesce.internal;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One call and all who wait for it.
 *
 * <p>Waiters are kept in a set and not as dependents of a future: one that gives up takes itself out in constant time,
 * however many others wait, and leaves nothing behind.
 */
final class Flight<K, V extends @Nullable Object> {

    /** How far it has come. */
    enum Phase {
        FLYING,
        LOST,
        LANDING
    }

    private final Object owner;
    private final K key;
    private final @Nullable String path;
    private final long seq;
    private final long startedAt;
    private final @Nullable Flight<?, ?> parent;
    private final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.FLYING);
    private final Set<Waiter> waitsFor = ConcurrentHashMap.newKeySet();
    private volatile boolean dead;
    private volatile @Nullable Landing<V> landing;

    /**
     * Takes the coalescer it belongs to, the key and its path, its place in the order of all flights, when it started, and
     * the flight in whose call it was asked for.
     */
    Flight(Object owner, K key, @Nullable String path, long seq, long startedAt, @Nullable Flight<?, ?> parent) {
        this.owner = owner;
        this.key = key;
        this.path = path;
        this.seq = seq;
        this.startedAt = startedAt;
        this.parent = parent;
    }

    K key() {
        return key;
    }

    @Nullable
    String path() {
        return path;
    }

    long seq() {
        return seq;
    }

    long startedAt() {
        return startedAt;
    }

    long age(long now) {
        return Math.max(0, now - startedAt);
    }

    @Nullable
    Flight<?, ?> parent() {
        return parent;
    }

    boolean isFor(Object coalescer, Object aKey) {
        return owner == coalescer && key.equals(aKey);
    }

    /** What it brings will not be stored, and nobody joins it any more. */
    void kill() {
        dead = true;
    }

    boolean isDead() {
        return dead;
    }

    boolean isJoinable(long now, long maxAge) {
        return !dead && landing == null && age(now) <= maxAge;
    }

    /**
     * The phase that ends here. Whoever ends another than {@link Phase#LANDING} must {@link #land}, and may store what it
     * brought if it was {@link Phase#FLYING}.
     */
    Phase end() {
        return phase.getAndSet(Phase.LANDING);
    }

    /** True if it is taken for lost; one that is landing is not. */
    boolean lose() {
        return phase.compareAndSet(Phase.FLYING, Phase.LOST);
    }

    boolean isFlying() {
        return phase.get() == Phase.FLYING;
    }

    void land(Landing<V> how) {
        landing = how;
        waiters.forEach(Waiter::landed);
    }

    @Nullable
    Landing<V> landing() {
        return landing;
    }

    void add(Waiter waiter) {
        waiters.add(waiter);
    }

    void remove(Waiter waiter) {
        waiters.remove(waiter);
    }

    int waiting() {
        return waiters.size();
    }

    /** For what the call of this flight waits. */
    Set<Waiter> waitsFor() {
        return waitsFor;
    }
}
