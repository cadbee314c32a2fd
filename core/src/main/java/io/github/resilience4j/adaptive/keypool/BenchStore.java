package io.github.resilience4j.adaptive.keypool;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.keypool.internal.InMemoryBenchStore;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Where pools of one name tell each other of their benches, so that a key that is dead for one is dead for all. Pools never
 * wait for it: they tell it and look into it on a thread of their own, at once when they have news and every few seconds,
 * and go by what they know themselves. So it may be slow, it may throw and it may forget: then pools are on their own for
 * that while, and what they know comes back with them.
 *
 * <p>It never sees a secret, nor the id of a key. A key is known by the fingerprint of its id and its secret (an HMAC), so
 * that the bench of an old secret does not reach a new one. Only durations cross it, no instants.
 *
 * <p>Yours to implement: a method without a default is added in a major version only.
 *
 * @since 0.1
 */
public interface BenchStore {

    /**
     * A bench as it is stored.
     *
     * @param key the fingerprint of the key, id and secret
     * @param cause why
     * @param remaining what is left of it, above zero
     * @param reason why, in words
     * @param token the identity of this bench; no other of that key has it
     */
    record StoredBench(String key, BenchCause cause, Duration remaining, String reason, String token) {}

    /** Hears what others tell. */
    interface Listener {

        /**
         * A key was benched.
         *
         * @param bench the bench
         */
        void benched(StoredBench bench);

        /**
         * A bench was cleared.
         *
         * @param key the fingerprint of the key
         * @param token the bench
         */
        void cleared(String key, String token);
    }

    /**
     * Remembers a bench. Of several for one key the one that ends last wins; one that was cleared does not come back.
     *
     * @param pool the pool's name
     * @param bench the bench
     * @return false if this very bench was cleared
     */
    boolean bench(String pool, StoredBench bench);

    /**
     * Forgets a bench if it is still the one that is remembered.
     *
     * @param pool the pool's name
     * @param key the fingerprint of the key
     * @param token the bench
     * @return whether it was
     */
    boolean clear(String pool, String key, String token);

    /**
     * All benches that last.
     *
     * @param pool the pool's name
     * @return with what is left of each now
     */
    List<StoredBench> benches(String pool);

    /**
     * Whether the caller may ping a key: of all who ask within that time only the first may.
     *
     * @param pool the pool's name
     * @param key the fingerprint of the key
     * @param time how long nobody else may
     * @return true if so
     */
    boolean claimPing(String pool, String key, Duration time);

    /**
     * Tells a pool of what others bench and clear from now on; what it tells itself may come back to it. Optional: who hears
     * nothing finds it in {@link #benches} a few seconds later.
     *
     * @param pool the pool's name
     * @param listener what to tell
     * @return ends it
     */
    Registration subscribe(String pool, Listener listener);

    /**
     * A store for the pools of this JVM that it is given to.
     *
     * @return a new store
     */
    static BenchStore inMemory() {
        return inMemory(System::nanoTime);
    }

    /**
     * The same, in a time of its own.
     *
     * @param nanoTime nanoseconds since an arbitrary moment, never going back
     * @return a new store
     */
    static BenchStore inMemory(LongSupplier nanoTime) {
        return new InMemoryBenchStore(nanoTime);
    }
}
