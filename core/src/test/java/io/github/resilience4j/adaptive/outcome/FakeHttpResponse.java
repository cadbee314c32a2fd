package io.github.resilience4j.adaptive.outcome;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLSession;

/** A JDK response that was never on a wire. */
record FakeHttpResponse<T>(int statusCode, HttpHeaders headers, T body, String method) implements HttpResponse<T> {

    static FakeHttpResponse<String> status(int status, String... headers) {
        return of(status, "", headers);
    }

    /** Headers as {@code "Name: value"}. */
    static <T> FakeHttpResponse<T> of(int status, T body, String... headers) {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        for (String header : headers) {
            int colon = header.indexOf(':');
            fields.computeIfAbsent(header.substring(0, colon), any -> new ArrayList<>())
                    .add(header.substring(colon + 1).strip());
        }
        return new FakeHttpResponse<>(status, HttpHeaders.of(fields, (name, value) -> true), body, "GET");
    }

    FakeHttpResponse<T> to(String requestMethod) {
        return new FakeHttpResponse<>(statusCode, headers, body, requestMethod);
    }

    @Override
    public HttpRequest request() {
        return HttpRequest.newBuilder(uri())
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
    }

    @Override
    public Optional<HttpResponse<T>> previousResponse() {
        return Optional.empty();
    }

    @Override
    public Optional<SSLSession> sslSession() {
        return Optional.empty();
    }

    @Override
    public URI uri() {
        return URI.create("http://localhost/");
    }

    @Override
    public HttpClient.Version version() {
        return HttpClient.Version.HTTP_1_1;
    }
}
