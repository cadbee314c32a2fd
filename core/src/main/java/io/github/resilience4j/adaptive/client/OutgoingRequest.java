package io.github.resilience4j.adaptive.client;

import java.net.URI;
import java.util.Optional;

/**
 * What is known of a request before it is sent.
 *
 * <p>Yours to implement: a method without a default is added in a major version only.
 *
 * @since 0.1
 */
public interface OutgoingRequest {

    /**
     * The request method.
     *
     * @return as it will be sent, for instance {@code "POST"}; methods are case-sensitive (RFC 9110 section 9.1)
     */
    String method();

    /**
     * Where it goes.
     *
     * @return absolute where the client knows the host, with the query
     */
    URI uri();

    /**
     * A field of the request.
     *
     * @param name in any case
     * @return its first value; empty if there is none, or the client adds it later
     */
    Optional<String> header(String name);
}
