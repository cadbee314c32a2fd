package io.github.resilience4j.adaptive.keypool.event;

import io.github.resilience4j.adaptive.keypool.BenchCause;
import io.github.resilience4j.adaptive.keypool.NoAvailableKeyException.UnavailableKey;
import io.github.resilience4j.adaptive.outcome.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Something happened in a pool of API keys. Immutable; {@link #creationTime()} is told by the clock of the configuration.
 *
 * @since 0.1
 */
public sealed interface ApiKeyPoolEvent {

    /**
     * Whose event it is.
     *
     * @return the name of the pool
     */
    String poolName();

    /**
     * When it happened.
     *
     * @return by the pool's clock
     */
    Instant creationTime();

    /** An event about one key. */
    sealed interface OfKey extends ApiKeyPoolEvent {

        /**
         * The key.
         *
         * @return its id
         */
        String keyId();
    }

    /**
     * A key was benched, or its bench became longer. Raised before the call goes on to another key.
     *
     * @param poolName whose event it is
     * @param creationTime when it happened
     * @param keyId the key
     * @param cause why
     * @param remaining what is left of its bench
     * @param reason why, in words
     * @param prolonged whether it was benched already
     * @param provisional whether the bench is lifted if a second key of the same call is rejected too
     */
    record Benched(
            String poolName,
            Instant creationTime,
            String keyId,
            BenchCause cause,
            Duration remaining,
            String reason,
            boolean prolonged,
            boolean provisional)
            implements OfKey {}

    /**
     * A key is no longer benched.
     *
     * @param poolName whose event it is
     * @param creationTime when it happened
     * @param keyId the key
     * @param how what brought it back
     */
    record Returned(String poolName, Instant creationTime, String keyId, How how) implements OfKey {

        /** What brought a key back. */
        public enum How {
            /** Its time was over. */
            TIME,
            /** A ping succeeded, here or where the bench list is shared. */
            PING,
            /** A second key was rejected for the same call, so it was not the key's fault. */
            NOT_ITS_FAULT,
            /** Its supplier gave a new secret. */
            NEW_SECRET
        }
    }

    /**
     * All keys are benched, and a call was turned away. Raised once, until a call has a key again.
     *
     * @param poolName whose event it is
     * @param creationTime when it happened
     * @param retryAfter what is left until the first key is back
     * @param keys why each key cannot be had
     */
    record Exhausted(String poolName, Instant creationTime, Duration retryAfter, List<UnavailableKey> keys)
            implements ApiKeyPoolEvent {}

    /**
     * A key was pinged.
     *
     * @param poolName whose event it is
     * @param creationTime when it happened
     * @param keyId the key
     * @param outcome what the ping ended with
     * @param returned whether it ended a bench
     */
    record Pinged(String poolName, Instant creationTime, String keyId, Outcome.Kind outcome, boolean returned)
            implements OfKey {}

    /**
     * The keys of the pool changed.
     *
     * @param poolName whose event it is
     * @param creationTime when it happened
     * @param keyId the key
     * @param change what became of it; the pool has changed already
     */
    record KeysChanged(String poolName, Instant creationTime, String keyId, Change change) implements OfKey {

        /** What became of a key. */
        public enum Change {
            /** It is new. */
            ADDED,
            /** It has a new secret, a new weight or another group. */
            REPLACED,
            /** It is gone. */
            REMOVED
        }
    }
}
