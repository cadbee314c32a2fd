package io.github.resilience4j.adaptive.spring.keypool;

import org.jspecify.annotations.Nullable;

/**
 * A key of a pool. It has a secret or a supplier of one.
 *
 * @param secret What the server wants to see, by a placeholder: ${MAPS_KEY_1}. It is shown nowhere.
 * @param secretSupplier Name of the bean of type Supplier that gives the secret of the moment. It is asked for each call.
 * @param quotaGroup The account whose quota the key shares with others of the same group. Default: none, it is alone.
 * @param weight Share of the calls, 1 to 100: one of weight 3 gets three times as many as one of weight 1.
 * @since 0.1
 */
public record ApiKeySettings(
        @Nullable SecretText secret,
        @Nullable String secretSupplier,
        @Nullable String quotaGroup,
        @Nullable Integer weight) {

    /**
     * For binding: a key that has nothing but a secret is written in one line, {@code key-1: ${MAPS_KEY_1}}. It is also what
     * keeps a secret in the wrong line out of a message about that line.
     *
     * @param secret what the server wants to see
     * @return a key of weight 1, in no group
     */
    public static ApiKeySettings valueOf(String secret) {
        return new ApiKeySettings(SecretText.valueOf(secret), null, null, null);
    }
}
