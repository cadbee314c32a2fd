package io.github.resilience4j.adaptive.client.feign;

import feign.Request;
import io.github.resilience4j.adaptive.client.OutgoingRequest;
import java.net.URI;
import java.util.Optional;

/** A request as {@link io.github.resilience4j.adaptive.client.OutgoingCalls} sees it. */
record SeenRequest(Request request) implements OutgoingRequest {

    @Override
    public String method() {
        return request.httpMethod().name();
    }

    @Override
    public URI uri() {
        return URI.create(request.url());
    }

    @Override
    public Optional<String> header(String name) {
        return request.headers().entrySet().stream()
                .filter(field -> field.getKey().equalsIgnoreCase(name))
                .flatMap(field -> field.getValue().stream())
                .findFirst();
    }
}
