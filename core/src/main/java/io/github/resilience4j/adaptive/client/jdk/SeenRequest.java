package io.github.resilience4j.adaptive.client.jdk;

import io.github.resilience4j.adaptive.client.OutgoingRequest;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Optional;

/** A request as {@link io.github.resilience4j.adaptive.client.OutgoingCalls} sees it. */
record SeenRequest(HttpRequest request) implements OutgoingRequest {

    @Override
    public String method() {
        return request.method();
    }

    @Override
    public URI uri() {
        return request.uri();
    }

    @Override
    public Optional<String> header(String name) {
        return request.headers().firstValue(name);
    }
}
