package io.github.resilience4j.adaptive.client;

import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** A request of no client. */
record SentRequest(String method, URI uri, Map<String, String> headers) implements OutgoingRequest {

    static SentRequest to(String method, String uri) {
        return new SentRequest(method, URI.create(uri), Map.of());
    }

    static SentRequest with(String method, String header, String value) {
        return new SentRequest(method, URI.create("http://localhost/"), Map.of(header, value));
    }

    @Override
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }
}
