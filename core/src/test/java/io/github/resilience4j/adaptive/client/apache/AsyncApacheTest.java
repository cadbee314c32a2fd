package io.github.resilience4j.adaptive.client.apache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.adaptive.client.ClientKit;
import io.github.resilience4j.adaptive.client.OutgoingCalls;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

class AsyncApacheTest extends ClientKit {

    private static HttpAsyncClientBuilder builder(Duration readTimeout) {
        return HttpAsyncClients.custom()
                .setDefaultCredentialsProvider(Ann.credentials())
                .setConnectionManager(PoolingAsyncClientConnectionManagerBuilder.create()
                        .setMaxConnTotal(200)
                        .setMaxConnPerRoute(200)
                        .build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setResponseTimeout(Timeout.of(readTimeout))
                        .build());
    }

    @Override
    protected boolean answersChallenges() {
        return true;
    }

    @Override
    protected Client connect(OutgoingCalls calls, Duration readTimeout) {
        var builder = builder(readTimeout);
        return clientOf(
                AdaptiveHttpComponents.limit(calls.isRepeating() ? builder : builder.disableAutomaticRetries(), calls)
                        .build());
    }

    /** The limiter is told when the head has come. */
    @Override
    protected boolean knowsProblems() {
        return false;
    }

    private static Client clientOf(CloseableHttpAsyncClient client) {
        client.start();
        return new Client() {
            @Override
            public CompletableFuture<Answer> call(String method, URI uri, Map<String, String> headers, String body) {
                SimpleRequestBuilder builder =
                        SimpleRequestBuilder.create(method).setUri(uri);
                headers.forEach(builder::addHeader);
                if (!body.isEmpty()) {
                    builder.setBody(body, ContentType.TEXT_PLAIN);
                }
                return executed(client, builder.build());
            }

            @Override
            public void close() throws IOException {
                client.close();
            }
        };
    }

    private static CompletableFuture<Answer> executed(CloseableHttpAsyncClient client, SimpleHttpRequest request) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        Future<SimpleHttpResponse> call = client.execute(request, new FutureCallback<>() {
            @Override
            public void completed(SimpleHttpResponse response) {
                String text = response.getBodyText();
                answer.complete(new Answer(response.getCode(), text == null ? "" : text));
            }

            @Override
            public void failed(Exception error) {
                answer.completeExceptionally(error);
            }

            @Override
            public void cancelled() {
                answer.cancel(false);
            }
        });
        var unused = answer.whenComplete((value, error) -> {
            if (answer.isCancelled()) {
                call.cancel(true);
            }
        });
        return answer;
    }

    @Test
    void theClientsOwnRetryIsACall() throws Exception {
        server.answers(503, Map.of("Retry-After", "1"), "down").answers(200, Map.of(), "fine");
        AdaptiveRateLimiter limiter = anHour(10);
        try (Client client = clientOf(AdaptiveHttpComponents.limit(builder(SOON), OutgoingCalls.of(limiter))
                .build())) {
            assertThat(client.call("GET", server.uri("/"), Map.of(), ""))
                    .succeedsWithin(SOON)
                    .isEqualTo(new Answer(200, "fine"));
        }

        assertThat(server.arrivals()).hasSize(2);
        assertThat(limiter.snapshot().inFlight()).isZero();
    }

    @Test
    void aThousandThatWaitParkNoThread() throws Exception {
        AdaptiveRateLimiter limiter = anHour(1000);
        limiter.pause(Duration.ofMinutes(10));
        Client client = client(OutgoingCalls.custom(limiter));
        int before = Thread.activeCount();

        for (int i = 0; i < 1000; i++) {
            var unused = client.call("GET", server.uri("/"), Map.of(), "");
        }

        await().atMost(SOON).until(() -> limiter.snapshot().waiting() == 1000);
        assertThat(Thread.activeCount()).isLessThan(before + 50);
        assertThat(server.arrivals()).isEmpty();
    }

    /** The key is no part of the request that the user has in hand, and may send again as another call. */
    @Test
    void aRequestThatIsSentTwiceHasTwoKeys() throws Exception {
        server.answers(200, Map.of(), "fine");
        SimpleHttpRequest request = SimpleHttpRequest.create("POST", server.uri("/"));
        request.setBody("order", ContentType.TEXT_PLAIN);
        OutgoingCalls.Builder calls = OutgoingCalls.custom(anHour(10)).idempotencyKey("Idempotency-Key");
        try (CloseableHttpAsyncClient client =
                AdaptiveHttpComponents.limit(builder(SOON), calls.build()).build()) {
            client.start();
            for (int i = 0; i < 2; i++) {
                assertThat(executed(client, request)).succeedsWithin(SOON);
            }
        }

        assertThat(keys()).hasSize(2).doesNotContainNull().doesNotHaveDuplicates();
    }
}
