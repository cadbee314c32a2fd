package io.github.resilience4j.adaptive.keypool;

import io.github.resilience4j.adaptive.outcome.SelfRejection;
import java.io.Serializable;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * No key of the pool could be had, or the call has tried all there are. Our own side says no: never retried, no matter for a
 * breaker, and a retry queue learns from it when to come back. The cause is the exception that the last key tried ended
 * with; null if none was tried, or the last one ended with an answer.
 *
 * @since 0.1
 */
public final class NoAvailableKeyException extends RuntimeException implements SelfRejection {

    private static final long serialVersionUID = 1L;
    private static final int MOST_NAMED = 10;

    /** Whose keys. */
    private final String poolName;

    /** What is left until the first key is back. */
    private final Duration retryAfter;

    /** Why each key cannot be had. */
    private final UnavailableKey[] keys;

    /**
     * Why a key cannot be had.
     *
     * @param keyId the key
     * @param reason why
     * @param remaining for how long
     */
    public record UnavailableKey(String keyId, String reason, Duration remaining) implements Serializable {}

    /**
     * Says who refused, why, and until when.
     *
     * @param poolName who refused
     * @param retryAfter what is left until the first key is back, zero if that is not known
     * @param keys why each key cannot be had; copied
     * @param cause what the last key tried ended with, null if there is no such exception; without secrets
     * @param writableStackTrace whether the stack of the caller is recorded
     */
    public NoAvailableKeyException(
            String poolName,
            Duration retryAfter,
            List<UnavailableKey> keys,
            @Nullable Throwable cause,
            boolean writableStackTrace) {
        super(null, cause, true, writableStackTrace);
        this.poolName = poolName;
        this.retryAfter = Objects.requireNonNull(retryAfter, "retryAfter");
        this.keys = keys.toArray(UnavailableKey[]::new);
    }

    /** Made when somebody wants to read it: when there is no key, many calls learn that, and few say it. */
    @Override
    public String getMessage() {
        if (keys.length == 0) {
            return "Key pool '" + poolName + "' has no keys";
        }
        String named = Arrays.stream(keys)
                .limit(MOST_NAMED)
                .map(key ->
                        key.keyId() + " " + key.reason() + (key.remaining().isZero() ? "" : " for " + key.remaining()))
                .collect(Collectors.joining("; "));
        String others = keys.length > MOST_NAMED ? "; and " + (keys.length - MOST_NAMED) + " more" : "";
        return "Key pool '" + poolName + "' has no key for " + retryAfter + ": " + named + others;
    }

    /**
     * Who refused.
     *
     * @return the pool's name
     */
    public String getPoolName() {
        return poolName;
    }

    /**
     * Why each key cannot be had.
     *
     * @return unmodifiable, in the pool's order
     */
    public List<UnavailableKey> getKeys() {
        return List.of(keys);
    }

    /** The smallest time left of all keys, counted from the refusal. */
    @Override
    public Duration retryAfter() {
        return retryAfter;
    }
}
