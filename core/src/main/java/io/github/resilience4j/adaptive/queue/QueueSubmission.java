package io.github.resilience4j.adaptive.queue;

import io.github.resilience4j.adaptive.internal.SettingsCheck;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is submitted.
 *
 * @param queueKey the line in which it waits: entries of one key are done one after the other, in the order in which they were
 *     submitted; 1 to {@value #LONGEST} characters
 * @param payload what is to be done
 * @param notBefore when it may be done at the earliest; the past for at once
 * @param idempotencyKey what tells it from all others of the queue, 1 to {@value #LONGEST} characters; null to have one made
 * @param <P> the type of the payload
 * @since 0.1
 */
public record QueueSubmission<P>(
        String queueKey,
        P payload,
        Instant notBefore,
        @Nullable String idempotencyKey) {

    /** How long keys and names may be: whatever database keeps them. */
    public static final int LONGEST = 255;

    /**
     * Checks the keys.
     *
     * @param queueKey the line
     * @param payload what is to be done
     * @param notBefore when
     * @param idempotencyKey what tells it from others
     * @throws IllegalArgumentException if a key is empty or too long
     */
    public QueueSubmission {
        checkKey("queueKey", queueKey);
        Objects.requireNonNull(payload, "payload");
        Objects.requireNonNull(notBefore, "notBefore");
        if (idempotencyKey != null) {
            checkKey("idempotencyKey", idempotencyKey);
        }
    }

    /**
     * To be done as soon as may be.
     *
     * @param queueKey the line
     * @param payload what is to be done
     * @param <P> the type of the payload
     * @return with an idempotency key that is made when it is submitted
     */
    public static <P> QueueSubmission<P> of(String queueKey, P payload) {
        return new QueueSubmission<>(queueKey, payload, Instant.MIN, null);
    }

    /**
     * The same with an idempotency key.
     *
     * @param key what tells it from all others of the queue
     * @return a copy
     */
    public QueueSubmission<P> withIdempotencyKey(String key) {
        return new QueueSubmission<>(queueKey, payload, notBefore, key);
    }

    private static void checkKey(String name, String key) {
        SettingsCheck.check(
                key != null && !key.isEmpty() && key.length() <= LONGEST && key.indexOf('\0') < 0,
                name,
                key == null || key.isEmpty() ? key : key.length() + " characters",
                "1 to " + LONGEST + " characters, none of them NUL");
    }
}
