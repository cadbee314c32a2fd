package io.github.resilience4j.adaptive.client.feign;

import feign.Response;
import io.github.resilience4j.adaptive.client.internal.ProblemDetails;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.List;

/** Reads the body of a problem detail into memory, and of nothing else. */
final class Problems {

    private Problems() {}

    /** The same answer; the body of a problem detail can be read again. */
    static Response replayed(Response response) throws IOException {
        Response.Body body = response.body();
        if (body == null || body.isRepeatable() || !ProblemDetails.isOne(response.status(), contentType(response))) {
            return response;
        }
        try (InputStream in = body.asInputStream()) {
            return response.toBuilder().body(in.readAllBytes()).build();
        }
    }

    private static String contentType(Response response) {
        // Feign's map ignores case.
        Collection<String> types = response.headers().getOrDefault("Content-Type", List.of());
        return types.isEmpty() ? "" : types.iterator().next();
    }
}
