package io.github.resilience4j.adaptive.client.internal;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Problem details (RFC 9457), the only bodies that are looked at before the caller does: by one of these a service of our
 * own side, one hop away, says that it was its limiter and not the server that refused.
 */
public final class ProblemDetails {

    /** So much of a body is looked at, in bytes. */
    public static final int BOUND = 64 * 1024;

    private ProblemDetails() {}

    /**
     * Whether an answer is one.
     *
     * @param status the status code
     * @param contentType the field; null if there is none
     * @return true for a refusal with a problem detail
     */
    public static boolean isOne(int status, @Nullable String contentType) {
        return status >= 400
                && contentType != null
                && contentType.toLowerCase(Locale.ROOT).startsWith("application/problem+");
    }
}
