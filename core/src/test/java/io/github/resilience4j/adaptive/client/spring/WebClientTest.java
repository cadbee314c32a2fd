package io.github.resilience4j.adaptive.client.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.client.ClientKit;
import io.github.resilience4j.adaptive.client.OutgoingCalls;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

class WebClientTest extends ClientKit {

    @Override
    protected Client connect(OutgoingCalls calls, Duration readTimeout) {
        JdkClientHttpConnector connector = new JdkClientHttpConnector(SpringRequests.http());
        connector.setReadTimeout(readTimeout);
        WebClient client = WebClient.builder()
                .clientConnector(connector)
                .filter(AdaptiveExchangeFilter.of(calls))
                .build();
        return (method, uri, headers, body) -> withBody(
                        body,
                        client.method(HttpMethod.valueOf(method))
                                .uri(uri)
                                .headers(fields -> headers.forEach(fields::set)))
                .exchangeToMono(response -> response.bodyToMono(String.class)
                        .defaultIfEmpty("")
                        .map(text -> new Answer(response.statusCode().value(), text)))
                .toFuture();
    }

    /** An empty body would be sent in chunks, and the JDK's server takes what is left of it for the next request at times. */
    private static WebClient.RequestHeadersSpec<?> withBody(String body, WebClient.RequestBodySpec request) {
        return body.isEmpty() ? request : request.bodyValue(body);
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
        WebClient client = WebClient.builder()
                .filter(AdaptiveExchangeFilter.of(OutgoingCalls.of(limiter)))
                .build();

        assertThatThrownBy(() -> client.get()
                        .uri(server.uri("/"))
                        .retrieve()
                        .toBodilessEntity()
                        .block(SOON))
                .isInstanceOf(RequestNotPermitted.class);
    }

    @Test
    void everySubscriptionIsACall() {
        server.answers(200, Map.of(), "fine");
        AdaptiveRateLimiter limiter = anHour(10);
        Mono<String> call = WebClient.builder()
                .clientConnector(new JdkClientHttpConnector(SpringRequests.http()))
                .filter(AdaptiveExchangeFilter.of(OutgoingCalls.of(limiter)))
                .build()
                .get()
                .uri(server.uri("/"))
                .retrieve()
                .bodyToMono(String.class);

        assertThat(left(limiter)).isEqualTo(10);
        call.block(SOON);
        call.block(SOON);

        assertThat(left(limiter)).isEqualTo(8);
    }

    @Test
    void theContextOfTheCallerIsThere() {
        server.answers(200, Map.of(), "fine");
        AtomicReference<Optional<String>> seen = new AtomicReference<>();
        ExchangeFilterFunction inner = (request, next) -> Mono.deferContextual(context -> {
            seen.set(context.getOrEmpty("user"));
            return next.exchange(request);
        });
        WebClient client = WebClient.builder()
                .clientConnector(new JdkClientHttpConnector(SpringRequests.http()))
                .filter(AdaptiveExchangeFilter.of(OutgoingCalls.of(anHour(10))))
                .filter(inner)
                .build();

        client.get()
                .uri(server.uri("/"))
                .retrieve()
                .toBodilessEntity()
                .contextWrite(context -> context.put("user", "anna"))
                .block(SOON);

        assertThat(seen.get()).contains("anna");
    }
}
