package io.github.resilience4j.adaptive.client.jdk;

import io.github.resilience4j.adaptive.client.ClientKit;
import io.github.resilience4j.adaptive.client.OutgoingCalls;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

class AsyncJdkClientTest extends ClientKit {

    @Override
    protected boolean answersChallenges() {
        return true;
    }

    @Override
    protected Client connect(OutgoingCalls calls, Duration readTimeout) {
        HttpClient client = JdkRequests.client(calls);
        return (method, uri, headers, body) -> {
            CompletableFuture<HttpResponse<String>> response = client.sendAsync(
                    JdkRequests.request(method, uri, headers, body, readTimeout), BodyHandlers.ofString());
            return JdkRequests.cancelling(response, it -> new Answer(it.statusCode(), it.body()));
        };
    }
}
