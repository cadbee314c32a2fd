package io.github.resilience4j.adaptive.client.apache;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.client.ClientKit;
import io.github.resilience4j.adaptive.client.OutgoingCalls;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

class ClassicApacheTest extends ClientKit {

    private static HttpClientBuilder builder(Duration readTimeout) {
        return HttpClients.custom()
                .setDefaultCredentialsProvider(Ann.credentials())
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setMaxConnTotal(200)
                        .setMaxConnPerRoute(200)
                        .setDefaultConnectionConfig(ConnectionConfig.custom()
                                .setSocketTimeout(Timeout.of(readTimeout))
                                .build())
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

    private static Client clientOf(CloseableHttpClient client) {
        return new Client() {
            @Override
            public CompletableFuture<Answer> call(String method, URI uri, Map<String, String> headers, String body) {
                HttpUriRequestBase request = new HttpUriRequestBase(method, uri);
                headers.forEach(request::addHeader);
                if (!body.isEmpty()) {
                    request.setEntity(new StringEntity(body));
                }
                CompletableFuture<Answer> answer = onAThread(() -> client.execute(request, response -> {
                    String text = response.getEntity() == null ? "" : EntityUtils.toString(response.getEntity());
                    return new Answer(response.getCode(), text);
                }));
                // In flight only an abort is noticed, while waiting only the interrupt.
                var unused = answer.whenComplete((value, error) -> {
                    if (answer.isCancelled()) {
                        request.abort();
                    }
                });
                return answer;
            }

            @Override
            public void close() throws IOException {
                client.close();
            }
        };
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

    /** The key is no part of the request that the user has in hand, and may send again as another call. */
    @Test
    void aRequestThatIsSentTwiceHasTwoKeys() throws Exception {
        server.answers(200, Map.of(), "fine");
        HttpUriRequestBase request = new HttpUriRequestBase("POST", server.uri("/"));
        request.setEntity(new StringEntity("order"));
        OutgoingCalls.Builder calls = OutgoingCalls.custom(anHour(10)).idempotencyKey("Idempotency-Key");
        try (CloseableHttpClient client =
                AdaptiveHttpComponents.limit(builder(SOON), calls.build()).build()) {
            for (int i = 0; i < 2; i++) {
                int status = client.execute(request, answer -> answer.getCode());
                assertThat(status).isEqualTo(200);
            }
        }

        assertThat(keys()).hasSize(2).doesNotContainNull().doesNotHaveDuplicates();
    }
}
