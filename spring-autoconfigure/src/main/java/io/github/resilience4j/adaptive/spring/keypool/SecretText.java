package io.github.resilience4j.adaptive.spring.keypool;

import io.github.resilience4j.adaptive.spring.internal.SecretProperties;
import org.jspecify.annotations.Nullable;

/**
 * A text from the properties that nobody may read: no text made of it shows it, and nothing that serializes finds it.
 *
 * @since 0.1
 */
public final class SecretText {

    private final String text;

    private SecretText(String text) {
        this.text = text;
    }

    /**
     * For binding.
     *
     * @param text as it was written
     * @return the same, hidden
     */
    public static SecretText valueOf(String text) {
        return new SecretText(text);
    }

    String reveal() {
        return text;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SecretText that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return SecretProperties.HIDDEN;
    }
}
