package io.github.resilience4j.adaptive.client.grpc;

import io.github.resilience4j.adaptive.client.OutgoingRequest;
import io.grpc.Metadata;
import java.net.URI;
import java.util.Optional;

/** A call as {@link io.github.resilience4j.adaptive.client.OutgoingCalls} sees it. */
record SeenCall(String authority, String fullMethodName, Metadata headers) implements OutgoingRequest {

    /** All of gRPC is a POST. */
    @Override
    public String method() {
        return "POST";
    }

    @Override
    public URI uri() {
        return URI.create("grpc://" + authority + "/" + fullMethodName);
    }

    @Override
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER)));
    }
}
