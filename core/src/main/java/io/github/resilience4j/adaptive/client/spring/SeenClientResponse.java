package io.github.resilience4j.adaptive.client.spring;

import io.github.resilience4j.adaptive.client.internal.ProblemDetails;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.client.ClientResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A reactive answer as the limiter and the retry see it.
 *
 * @param response for the caller, with all of its body
 * @param body what is known of the body; "" if nothing was read
 */
record SeenClientResponse(ClientResponse response, String body) implements ResponseView {

    /** Reads the body of a problem detail, and of nothing else. */
    static Mono<SeenClientResponse> of(ClientResponse response) {
        String type = response.headers().asHttpHeaders().getFirst(HttpHeaders.CONTENT_TYPE);
        if (!ProblemDetails.isOne(response.statusCode().value(), type)) {
            return Mono.just(new SeenClientResponse(response, ""));
        }
        // How much the caller's codecs take into memory holds here too.
        return response.bodyToMono(byte[].class)
                .defaultIfEmpty(new byte[0])
                .map(bytes ->
                        new SeenClientResponse(replayed(response, bytes), new String(bytes, StandardCharsets.UTF_8)));
    }

    private static ClientResponse replayed(ClientResponse response, byte[] bytes) {
        return response.mutate()
                .body(Flux.defer(() -> Flux.just(DefaultDataBufferFactory.sharedInstance.wrap(bytes))))
                .build();
    }

    @Override
    public int status() {
        return response.statusCode().value();
    }

    @Override
    public List<String> header(String name) {
        return SpringHeaders.lines(response.headers().asHttpHeaders(), name);
    }
}
