package io.github.resilience4j.adaptive.client.jdk;

import io.github.resilience4j.adaptive.client.ClientKit;
import io.github.resilience4j.adaptive.client.OutgoingCalls;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

class BlockingJdkClientTest extends ClientKit {

    @Override
    protected boolean answersChallenges() {
        return true;
    }

    @Override
    protected Client connect(OutgoingCalls calls, Duration readTimeout) {
        HttpClient client = JdkRequests.client(calls);
        return (method, uri, headers, body) -> onAThread(() -> {
            HttpResponse<String> response =
                    client.send(JdkRequests.request(method, uri, headers, body, readTimeout), BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        });
    }
}
