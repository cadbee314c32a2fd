package io.github.resilience4j.adaptive.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import io.github.resilience4j.adaptive.Slow;
import io.github.resilience4j.adaptive.outcome.SelfRejections;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From the wire to the wait: the JDK's client, the standard classifier, Resilience4j's retry, a server on loopback. */
@Slow
class RetryOverHttpTest {

    private record Answer(int status, String headers, String body) {}

    private final Queue<Answer> script = new ArrayDeque<>();
    private final Queue<Long> arrivals = new ConcurrentLinkedQueue<>();
    private final List<GaveUp> gaveUp = new ArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            arrivals.add(System.nanoTime());
            Answer answer;
            synchronized (script) {
                answer = script.size() > 1 ? script.remove() : script.element();
            }
            exchange.getRequestBody().readAllBytes();
            for (String header : answer.headers().split("\\|", -1)) {
                if (!header.isBlank()) {
                    String[] parts = header.split(":", 2);
                    exchange.getResponseHeaders().add(parts[0].strip(), parts[1].strip());
                }
            }
            byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answers(int status, String headers, String body) {
        script.add(new Answer(status, headers, body));
    }

    private RetryAfterAwareRetry.Builder<HttpResponse<String>> custom() {
        return RetryAfterAwareRetry.<HttpResponse<String>>custom()
                .maxAttempts(4)
                .backoff(IntervalFunction.of(1))
                .onGaveUp(gaveUp::add);
    }

    private HttpRequest request(String method) {
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/"))
                .method(method, HttpRequest.BodyPublishers.ofString("{}"))
                .build();
    }

    private HttpResponse<String> send(RetryAfterAwareRetry.Builder<HttpResponse<String>> builder, String method)
            throws Exception {
        return Retry.of("http", builder.build())
                .executeCallable(() -> client.send(request(method), HttpResponse.BodyHandlers.ofString()));
    }

    private HttpResponse<String> sendAsync(RetryAfterAwareRetry.Builder<HttpResponse<String>> builder, String method)
            throws Exception {
        ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
        try {
            return Retry.of("http", builder.build())
                    .executeCompletionStage(
                            scheduler, () -> client.sendAsync(request(method), HttpResponse.BodyHandlers.ofString()))
                    .toCompletableFuture()
                    .get(20, TimeUnit.SECONDS);
        } finally {
            scheduler.shutdownNow();
        }
    }

    private Duration gap() {
        Long[] times = arrivals.toArray(Long[]::new);
        return Duration.ofNanos(times[times.length - 1] - times[0]);
    }

    @Test
    void waitsForRetryAfterInARow() throws Exception {
        answers(429, "Retry-After: 1", "");
        answers(200, "", "fine");

        assertThat(send(custom(), "GET").body()).isEqualTo("fine");

        assertThat(arrivals).hasSize(2);
        assertThat(gap()).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void waitsForRetryAfterWithoutAThread() throws Exception {
        answers(429, "Retry-After: 1", "");
        answers(200, "", "fine");

        assertThat(sendAsync(custom(), "GET").body()).isEqualTo("fine");

        assertThat(arrivals).hasSize(2);
        assertThat(gap()).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"3600", "63160", "99999999999999999999"})
    void anHourIsTooLong(String retryAfter) throws Exception {
        answers(429, "Retry-After: " + retryAfter, "blocked");

        assertThat(send(custom(), "GET").body()).isEqualTo("blocked");
        assertThat(sendAsync(custom(), "GET").body()).isEqualTo("blocked");

        assertThat(arrivals).hasSize(2);
        assertThat(gaveUp).extracting(GaveUp::reason).containsOnly(GaveUp.Reason.RETRY_AFTER_TOO_LONG);
        assertThat(gaveUp).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "POST,    503, 1",
        "PATCH,   500, 1",
        "post,    503, 1",
        "POST,    429, 4",
        "POST,    408, 4",
        "GET,     503, 4",
        "HEAD,    502, 4",
        "OPTIONS, 504, 4",
        "PUT,     503, 4",
        "DELETE,  500, 4",
        "GET,     404, 1",
        "GET,     401, 1",
        "GET,     403, 1",
        "GET,     402, 1",
        "GET,     200, 1",
        "GET,     304, 1",
    })
    void whatIsRetriedByMethodAndStatus(String method, int status, int attempts) throws Exception {
        answers(status, "", "");

        assertThat(send(custom(), method).statusCode()).isEqualTo(status);

        assertThat(arrivals).hasSize(attempts);
    }

    @Test
    void anUnsafeCallDeclaredIdempotentIsRetried() throws Exception {
        answers(503, "", "");
        send(custom().idempotent(true), "POST");
        assertThat(arrivals).hasSize(4);

        arrivals.clear();
        send(
                custom().idempotent(it ->
                        it instanceof HttpResponse<?> r && r.request().method().equals("POST")),
                "POST");
        assertThat(arrivals).hasSize(4);
    }

    @Test
    void anIdempotentMethodNeedsNoDeclaration() throws Exception {
        answers(503, "", "");
        send(custom().idempotent(false), "GET");
        assertThat(arrivals).hasSize(4);
    }

    @ParameterizedTest
    @CsvSource({"Retry-After: 0, 4", "Retry-After: 3600, 1", "X: y, 1"})
    void tooLargeForNowIsRetriedIfTheServerSaysWhen(String header, int attempts) throws Exception {
        answers(413, header, "");

        send(custom(), "POST");

        assertThat(arrivals).hasSize(attempts);
    }

    @Test
    void whatTheServerForbidsIsNotRetried() throws Exception {
        answers(503, "x-should-retry: false", "");

        send(custom(), "GET");

        assertThat(arrivals).hasSize(1);
        assertThat(gaveUp).extracting(GaveUp::reason).containsExactly(GaveUp.Reason.FORBIDDEN_BY_SERVER);
    }

    @Test
    void anOwnRefusalOfAServiceOneHopAwayIsOneAttempt() throws Exception {
        answers(
                503,
                "Content-Type: application/problem+json | Retry-After: 0",
                "{\"type\":\"" + SelfRejections.PROBLEM_TYPE + "\",\"title\":\"rejected\",\"status\":503}");

        send(custom(), "GET");
        sendAsync(custom(), "GET");

        assertThat(arrivals).hasSize(2);
        assertThat(gaveUp).isEmpty();
    }

    @Test
    void aCallThatIsInterruptedIsNotMadeAgain() {
        answers(200, "", "fine");
        Retry retry = Retry.of("http", custom().retryOnException(any -> true).build());
        List<Object> retried = new ArrayList<>();
        retry.getEventPublisher().onRetry(retried::add);

        Thread.currentThread().interrupt();
        Throwable failure = catchThrowable(() ->
                retry.executeCheckedSupplier(() -> client.send(request("GET"), HttpResponse.BodyHandlers.ofString())));

        assertThat(failure).isInstanceOf(InterruptedException.class);
        assertThat(retried).isEmpty();
    }

    @Test
    void aConnectionThatIsRefusedIsRetriedWhateverTheMethod() {
        server.stop(0);
        Retry retry = Retry.of("http", custom().idempotent(false).build());
        List<Object> retried = new ArrayList<>();
        retry.getEventPublisher().onRetry(retried::add);

        Throwable failure = catchThrowable(() ->
                retry.executeCheckedSupplier(() -> client.send(request("POST"), HttpResponse.BodyHandlers.ofString())));

        assertThat(failure).isInstanceOf(java.net.ConnectException.class);
        assertThat(retried).hasSize(3);
    }
}
