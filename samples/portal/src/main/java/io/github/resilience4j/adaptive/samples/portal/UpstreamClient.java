package io.github.resilience4j.adaptive.samples.portal;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Objects;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/** Calls the upstream, and admits in each call whether it has read of a pause that is not over: nobody else can know. */
final class UpstreamClient implements Api {

    static final String IN_PAUSE = "In-Pause";

    private final KnownPause pause = new KnownPause();
    private final RestClient client;

    UpstreamClient(URI upstream) {
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        this.client = RestClient.builder()
                .baseUrl(upstream.toString())
                .requestFactory(new JdkClientHttpRequestFactory(http))
                .requestInterceptor(this::send)
                .build();
    }

    @Override
    public String get(String path) {
        return Objects.requireNonNullElse(client.get().uri(path).retrieve().body(String.class), "");
    }

    private ClientHttpResponse send(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        request.getHeaders().set(IN_PAUSE, Boolean.toString(pause.isKnown(System.nanoTime())));
        ClientHttpResponse answer = execution.execute(request, body);
        String seconds = answer.getHeaders().getFirst("Retry-After");
        if (seconds != null) {
            pause.read(Duration.ofSeconds(Long.parseLong(seconds)), System.nanoTime());
        }
        return answer;
    }
}
