package io.github.resilience4j.adaptive.client.spring;

import io.github.resilience4j.adaptive.client.OutgoingRequest;
import java.net.URI;
import java.util.Optional;
import org.springframework.web.reactive.function.client.ClientRequest;

/** A reactive request as {@link io.github.resilience4j.adaptive.client.OutgoingCalls} sees it. */
record SeenClientRequest(ClientRequest request) implements OutgoingRequest {

    @Override
    public String method() {
        return request.method().name();
    }

    @Override
    public URI uri() {
        return request.url();
    }

    @Override
    public Optional<String> header(String name) {
        return Optional.ofNullable(request.headers().getFirst(name));
    }
}
