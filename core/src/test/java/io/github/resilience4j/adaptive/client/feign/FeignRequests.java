package io.github.resilience4j.adaptive.client.feign;

import feign.HeaderMap;
import feign.Request;
import feign.RequestLine;
import feign.Response;
import feign.Util;
import io.github.resilience4j.adaptive.client.ClientKit.Answer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** What the tests of Feign share. */
final class FeignRequests {

    private FeignRequests() {}

    interface Api {
        @RequestLine("GET")
        Response get(URI uri, @HeaderMap Map<String, Object> headers);

        @RequestLine("POST")
        Response post(URI uri, @HeaderMap Map<String, Object> headers, String body);
    }

    interface AsyncApi {
        @RequestLine("GET")
        CompletableFuture<Response> get(URI uri, @HeaderMap Map<String, Object> headers);

        @RequestLine("POST")
        CompletableFuture<Response> post(URI uri, @HeaderMap Map<String, Object> headers, String body);
    }

    static Request.Options options(Duration readTimeout) {
        return new Request.Options(Duration.ofSeconds(20), readTimeout, false);
    }

    static Answer answer(Response response) throws IOException {
        try (response) {
            String body =
                    response.body() == null ? "" : Util.toString(response.body().asReader(StandardCharsets.UTF_8));
            return new Answer(response.status(), body);
        }
    }
}
