package io.github.resilience4j.adaptive.benchmarks.readers;

import com.openai.core.RequestOptions;
import com.openai.core.Sleeper;
import com.openai.core.http.Headers;
import com.openai.core.http.HttpClient;
import com.openai.core.http.HttpMethod;
import com.openai.core.http.HttpRequest;
import com.openai.core.http.HttpResponse;
import com.openai.core.http.RetryingHttpClient;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Its retrying client takes a clock and a sleeper. A wait of its own is a random one, so it is asked several times. */
final class OpenAiJava implements Client {

    @Override
    public String name() {
        return "OpenAI-Java";
    }

    @Override
    public Seen read(Row row) {
        try {
            List<Duration> waits = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                waits.addAll(waitsOf(row));
            }
            return !waits.isEmpty() && new HashSet<>(waits).size() == 1 ? Seen.waits(waits.get(0)) : Seen.nothing();
        } catch (RuntimeException e) {
            return Seen.fails(e);
        }
    }

    private static List<Duration> waitsOf(Row row) {
        List<Duration> waits = new ArrayList<>();
        HttpClient client = RetryingHttpClient.builder()
                .httpClient(new Server(row))
                .clock(Clock.fixed(row.now(), ZoneOffset.UTC))
                .sleeper(new Notes(waits))
                .maxRetries(1)
                .build();
        HttpRequest request = HttpRequest.builder()
                .method(HttpMethod.GET)
                .baseUrl("http://localhost")
                .build();
        client.execute(request).close();
        return waits;
    }

    private record Notes(List<Duration> waits) implements Sleeper {
        @Override
        public void sleep(Duration duration) {
            waits.add(duration);
        }

        @Override
        public CompletableFuture<Void> sleepAsync(Duration duration) {
            waits.add(duration);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void close() {}
    }

    private record Server(Row row) implements HttpClient {
        @Override
        public HttpResponse execute(HttpRequest request, RequestOptions options) {
            return new Answer(row);
        }

        @Override
        public CompletableFuture<HttpResponse> executeAsync(HttpRequest request, RequestOptions options) {
            return CompletableFuture.completedFuture(new Answer(row));
        }

        @Override
        public void close() {}
    }

    private record Answer(Row row) implements HttpResponse {
        @Override
        public int statusCode() {
            return row.status();
        }

        @Override
        public Headers headers() {
            return Headers.builder().putAll(row.headers()).build();
        }

        @Override
        public InputStream body() {
            return new ByteArrayInputStream(row.body().getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void close() {}
    }
}
