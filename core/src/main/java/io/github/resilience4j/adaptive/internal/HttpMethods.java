package io.github.resilience4j.adaptive.internal;

import java.util.Set;

/** What is known of a request by its method alone. */
public final class HttpMethods {

    // RFC 9110 section 9.2.2: PUT, DELETE and the safe methods. Names are case-sensitive (section 9.1).
    private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE");

    private HttpMethods() {}

    /** Whether it may be sent twice. */
    public static boolean isIdempotent(String method) {
        return IDEMPOTENT.contains(method);
    }
}
