package io.github.resilience4j.adaptive.spring.web;

import io.github.resilience4j.adaptive.outcome.SelfRejections;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/**
 * What a caller is answered whose call our own side has refused. It says nothing of the inside: neither which limiter it was
 * nor what lies behind it.
 *
 * @param retryAfter seconds, 1 or more; empty if nobody knows
 */
record RefusalAnswer(OptionalLong retryAfter) {

    static final int STATUS = 503;
    static final String CONTENT_TYPE = "application/problem+json";

    /** RFC 9457; no field needs escaping. */
    byte[] body() {
        String when = retryAfter.isPresent() ? "; it may in " + retryAfter.getAsLong() + " s" : "";
        String json = "{\"type\":\"" + SelfRejections.PROBLEM_TYPE + "\",\"title\":\"Service Unavailable\",\"status\":"
                + STATUS + ",\"detail\":\"A limit of this service lets the call not pass now" + when + ".\"}";
        return json.getBytes(StandardCharsets.UTF_8);
    }
}
