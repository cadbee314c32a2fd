package io.github.resilience4j.adaptive.client.apache;

import io.github.resilience4j.adaptive.client.OutgoingCall;
import io.github.resilience4j.retry.RetryConfig;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** What is said once for a call and holds for all its attempts. The client keeps it where it keeps its own such things. */
final class CallFacts {

    private static final String RETRY = "resilience4j-adaptive.retry";

    private CallFacts() {}

    static void note(OutgoingCall call, HttpRequest first, HttpContext context) {
        add(call, first);
        context.setAttribute(RETRY, call.retryConfig().orElse(null));
    }

    static void add(OutgoingCall call, HttpRequest request) {
        call.addedHeaders().forEach(request::setHeader);
    }

    static @Nullable RetryConfig retryOf(HttpContext context) {
        return (RetryConfig) context.getAttribute(RETRY);
    }
}
