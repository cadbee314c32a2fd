package io.github.resilience4j.adaptive.client.apache;

import io.github.resilience4j.adaptive.client.OutgoingRequest;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.ProtocolException;

/** A request as {@link io.github.resilience4j.adaptive.client.OutgoingCalls} sees it. */
record SeenRequest(HttpRequest request, URI uri) implements OutgoingRequest {

    /** A request that names only a path goes to the target of its route. */
    static SeenRequest of(HttpRequest request, HttpRoute route) throws ProtocolException {
        try {
            URI uri = request.getUri();
            return new SeenRequest(
                    request,
                    uri.getHost() == null
                            ? URI.create(route.getTargetHost().toURI()).resolve(uri)
                            : uri);
        } catch (URISyntaxException e) {
            throw new ProtocolException(e.getMessage(), e);
        }
    }

    @Override
    public String method() {
        return request.getMethod();
    }

    @Override
    public Optional<String> header(String name) {
        return Optional.ofNullable(request.getFirstHeader(name)).map(Header::getValue);
    }
}
