package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.github.resilience4j.adaptive.Slow;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import io.github.resilience4j.adaptive.retry.RetryAfterAwareRetry;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import io.github.resilience4j.retry.Retry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Case R1, and R2 over real HTTP: the retry listens to the server and never to our own refusals. */
@Slow
class RetryAroundTheLimiterTest {

    private final AtomicInteger attempts = new AtomicInteger();
    private final AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of(
            "tracker",
            AdaptiveRateLimiterConfig.custom()
                    .limitForPeriod(100)
                    .limitRefreshPeriod(Duration.ofSeconds(1))
                    .timeoutDuration(Duration.ofSeconds(10))
                    .build());
    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

    @AfterEach
    void shutDown() {
        scheduler.shutdownNow();
    }

    private static Retry fourAttempts() {
        return Retry.of(
                "tracker",
                RetryAfterAwareRetry.custom()
                        .maxAttempts(4)
                        .backoff(attempt -> 1L)
                        .build());
    }

    private String refusedCall() {
        attempts.incrementAndGet();
        return limiter.executeSupplier(() -> "never");
    }

    @Test
    void anOwnRefusalIsNotRetried() {
        limiter.stop("test");

        assertThatThrownBy(() -> fourAttempts().executeSupplier(this::refusedCall))
                .isInstanceOf(RequestNotPermitted.class);

        assertThat(attempts).hasValue(1);
    }

    @Test
    void anOwnRefusalIsNotRetriedHoweverDeepItIsWrapped() {
        limiter.stop("test");
        Callable<String> wrapped = () -> {
            try {
                return refusedCall();
            } catch (RequestNotPermitted e) {
                throw new IllegalStateException(new CompletionException(new UncheckedIOException(new IOException(e))));
            }
        };

        assertThatThrownBy(() -> fourAttempts().executeCallable(wrapped))
                .hasRootCauseInstanceOf(RequestNotPermitted.class);

        assertThat(attempts).hasValue(1);
    }

    @Test
    void anOwnRefusalOfAnAsynchronousCallIsNotRetried() {
        limiter.stop("test");

        assertThat(fourAttempts()
                        .executeCompletionStage(scheduler, () -> {
                            attempts.incrementAndGet();
                            return limiter.executeCompletionStage(() -> {
                                throw new AssertionError("never");
                            });
                        })
                        .toCompletableFuture())
                .failsWithin(Duration.ofSeconds(10));

        assertThat(attempts).hasValue(1);
    }

    @Test
    void aRefusalOverHttpPausesOnceIsRetriedAndPassesTheProbe() throws Exception {
        Queue<Long> arrivals = new ConcurrentLinkedQueue<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            arrivals.add(System.nanoTime());
            boolean first = arrivals.size() == 1;
            if (first) {
                exchange.getResponseHeaders().add("Retry-After", "1");
            }
            exchange.sendResponseHeaders(first ? 429 : 200, -1);
            exchange.close();
        });
        server.start();
        try {
            HttpClient client = HttpClient.newHttpClient();
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create("http://localhost:" + server.getAddress().getPort() + "/"))
                    .build();
            Callable<HttpResponse<String>> call =
                    RateLimiter.decorateCallable(limiter, () -> client.send(request, BodyHandlers.ofString()));

            HttpResponse<String> answer = fourAttempts().executeCallable(call);

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(arrivals).hasSize(2);
            long second = arrivals.stream().reduce((a, b) -> b - a).orElseThrow();
            assertThat(second).isGreaterThanOrEqualTo(1_000_000_000L - 20_000_000L);
            assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);
            assertThat(limiter.snapshot().congestionEvents()).isEqualTo(1);
            assertThat(limiter.snapshot().rejectedCalls()).isZero();
        } finally {
            server.stop(0);
        }
    }
}
