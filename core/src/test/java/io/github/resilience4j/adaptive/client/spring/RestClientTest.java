package io.github.resilience4j.adaptive.client.spring;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.client.ClientKit;
import io.github.resilience4j.adaptive.client.OutgoingCalls;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.web.client.RestClient;

class RestClientTest extends ClientKit {

    @Override
    protected Client connect(OutgoingCalls calls, Duration readTimeout) {
        RestClient client = RestClient.builder()
                .requestFactory(SpringRequests.factory(readTimeout))
                .requestInterceptor(AdaptiveRequestInterceptor.of(calls))
                .build();
        return (method, uri, headers, body) -> onAThread(() -> {
            RestClient.RequestBodySpec request =
                    client.method(HttpMethod.valueOf(method)).uri(uri);
            headers.forEach(request::header);
            if (!body.isEmpty()) {
                request.body(body);
            }
            return request.exchange((sent, response) -> new Answer(
                    response.getStatusCode().value(),
                    new String(response.getBody().readAllBytes(), StandardCharsets.UTF_8)));
        });
    }

    /** They happen below. */
    @Override
    protected boolean followsRedirects() {
        return false;
    }

    @Test
    void aRefusalReachesTheCallerAsItIs() {
        AdaptiveRateLimiter limiter = anHour(10);
        limiter.stop("closed");
        RestClient client = RestClient.builder()
                .requestInterceptor(AdaptiveRequestInterceptor.of(OutgoingCalls.of(limiter)))
                .build();

        assertThatThrownBy(() -> client.get().uri(server.uri("/")).retrieve().toBodilessEntity())
                .isInstanceOf(RequestNotPermitted.class);
    }
}
