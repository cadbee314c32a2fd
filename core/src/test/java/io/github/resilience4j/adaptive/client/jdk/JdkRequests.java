package io.github.resilience4j.adaptive.client.jdk;

import io.github.resilience4j.adaptive.client.OutgoingCalls;
import java.net.Authenticator;
import java.net.PasswordAuthentication;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

final class JdkRequests {

    private JdkRequests() {}

    static HttpClient client(OutgoingCalls calls) {
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .authenticator(new Authenticator() {
                    @Override
                    protected PasswordAuthentication getPasswordAuthentication() {
                        return new PasswordAuthentication("ann", "secret".toCharArray());
                    }
                })
                .build();
        return AdaptiveHttpClient.of(client, calls);
    }

    static HttpRequest request(String method, URI uri, Map<String, String> headers, String body, Duration readTimeout) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(readTimeout)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        headers.forEach(request::header);
        return request.build();
    }

    /** What users do, who have the client's own future in hand. */
    static <T, R> CompletableFuture<R> cancelling(CompletableFuture<T> call, Function<T, R> answer) {
        CompletableFuture<R> result = call.thenApply(answer);
        var unused = result.whenComplete((any, error) -> {
            if (result.isCancelled()) {
                call.cancel(true);
            }
        });
        return result;
    }
}
