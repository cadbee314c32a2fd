package io.github.resilience4j.adaptive.client.okhttp;

import io.github.resilience4j.adaptive.client.OutgoingRequest;
import java.net.URI;
import java.util.Optional;
import okhttp3.Request;

/** A request as {@link io.github.resilience4j.adaptive.client.OutgoingCalls} sees it. */
record SeenRequest(Request request) implements OutgoingRequest {

    @Override
    public String method() {
        return request.method();
    }

    @Override
    public URI uri() {
        return request.url().uri();
    }

    @Override
    public Optional<String> header(String name) {
        return Optional.ofNullable(request.header(name));
    }
}
