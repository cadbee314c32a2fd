package io.github.resilience4j.adaptive.client.spring;

import io.github.resilience4j.adaptive.client.OutgoingRequest;
import java.net.URI;
import java.util.Optional;
import org.springframework.http.HttpRequest;

/** A blocking request as {@link io.github.resilience4j.adaptive.client.OutgoingCalls} sees it. */
record SeenRequest(HttpRequest request) implements OutgoingRequest {

    @Override
    public String method() {
        return request.getMethod().name();
    }

    @Override
    public URI uri() {
        return request.getURI();
    }

    @Override
    public Optional<String> header(String name) {
        return Optional.ofNullable(request.getHeaders().getFirst(name));
    }
}
