package io.github.resilience4j.adaptive.keypool;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.keypool.internal.InMemoryBenchStore;
import java.time.Duration;
import java.util.List;

/**
 * Where pools of one name tell each other of their benches, so that a key that is dead for one is dead for all. Pools never
 * wait for it: they tell it later, on another thread, and go by what they know themselves. It may be slow and it may
 * throw; then pools are on their own for that while.
 *
 * <p>It never sees a secret. A key is known by its id and a fingerprint of its secret (an HMAC), so that the bench of an old
 * secret does not reach a new one. Only durations cross it, no instants.
 */
public interface BenchStore {

    /**
     * A bench as it is stored.
     *
     * @param keyId the key
     * @param fingerprint of its secret
     * @param cause why
     * @param remaining what is left of it, above zero
     * @param reason why, in words
     * @param token the identity of this bench; no other has it
     */
    record StoredBench(
            String keyId, String fingerprint, BenchCause cause, Duration remaining, String reason, String token) {}

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
         * @param keyId the key
         * @param fingerprint of its secret
         * @param token the bench
         */
        void cleared(String keyId, String fingerprint, String token);
    }

    /**
     * Remembers a bench. Of several for one key and fingerprint the one that ends last wins.
     *
     * @param pool the pool's name
     * @param bench the bench
     */
    void bench(String pool, StoredBench bench);

    /**
     * Forgets a bench if it is still the one that is remembered.
     *
     * @param pool the pool's name
     * @param keyId the key
     * @param fingerprint of its secret
     * @param token the bench
     * @return whether it was
     */
    boolean clear(String pool, String keyId, String fingerprint, String token);

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
     * @param keyId the key
     * @param time how long nobody else may
     * @return true if so
     */
    boolean claimPing(String pool, String keyId, Duration time);

    /**
     * Tells a pool of what others bench and clear from now on; what it tells itself may come back to it.
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
        return new InMemoryBenchStore(System::nanoTime);
    }
}
