package io.github.resilience4j.adaptive.client.okhttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.adaptive.client.ClientKit;
import io.github.resilience4j.adaptive.client.OutgoingCalls;
import io.github.resilience4j.adaptive.client.RequestRefusedException;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import okhttp3.Cache;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.OkHttpClient;
import okhttp3.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnqueuedOkHttpTest extends ClientKit {

    @Override
    protected boolean answersChallenges() {
        return true;
    }

    @Override
    protected Client connect(OutgoingCalls calls, Duration readTimeout) {
        return clientOf(OkHttpRequests.client(calls, readTimeout));
    }

    private static Client clientOf(OkHttpClient client) {
        return new Client() {
            @Override
            public CompletableFuture<Answer> call(String method, URI uri, Map<String, String> headers, String body) {
                Call call = client.newCall(OkHttpRequests.request(method, uri, headers, body));
                return enqueued(call);
            }

            @Override
            public void close() {
                OkHttpRequests.close(client);
            }
        };
    }

    private static CompletableFuture<Answer> enqueued(Call call) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        call.enqueue(new Callback() {
            @Override
            public void onFailure(Call failed, IOException error) {
                answer.completeExceptionally(error);
            }

            @Override
            public void onResponse(Call answered, Response response) throws IOException {
                answer.complete(OkHttpRequests.answer(response));
            }
        });
        var unused = answer.whenComplete((value, error) -> {
            if (answer.isCancelled()) {
                call.cancel();
            }
        });
        return answer;
    }

    @Test
    void aRefusalIsAnIoExceptionThatSaysUntilWhen() throws Exception {
        AdaptiveRateLimiter limiter = anHour(10);
        limiter.pause(Duration.ofMinutes(1));
        Client client = client(OutgoingCalls.custom(limiter).patience(Duration.ZERO));

        assertThat(client.call("GET", server.uri("/"), Map.of(), ""))
                .failsWithin(SOON)
                .withThrowableThat()
                .havingCause()
                .isInstanceOfSatisfying(RequestRefusedException.class, refusal -> {
                    assertThat(refusal.retryAfter()).isBetween(Duration.ofSeconds(30), Duration.ofMinutes(1));
                    assertThat(refusal).hasCauseInstanceOf(RequestNotPermitted.class);
                });
    }

    @Test
    void anAnswerFromTheCacheGivesItsPermitBack(@TempDir Path directory) throws Exception {
        server.answers(200, Map.of("Cache-Control", "max-age=600"), "fine");
        AdaptiveRateLimiter limiter = anHour(10);
        try (Cache cache = new Cache(directory.toFile(), 1 << 20);
                Client client = clientOf(OkHttpRequests.client(OutgoingCalls.of(limiter), SOON)
                        .newBuilder()
                        .cache(cache)
                        .build())) {
            for (int i = 0; i < 3; i++) {
                assertThat(client.call("GET", server.uri("/"), Map.of(), ""))
                        .succeedsWithin(SOON)
                        .isEqualTo(new Answer(200, "fine"));
            }
        }

        assertThat(server.arrivals()).hasSize(1);
        assertThat(left(limiter)).isEqualTo(9);
        assertThat(limiter.snapshot().inFlight()).isZero();
    }

    /** On a connection that the server has closed OkHttp sends again by itself. */
    @Test
    void okHttpsOwnRepetitionIsACall() throws Exception {
        AdaptiveRateLimiter limiter = anHour(10);
        Client client = client(OutgoingCalls.custom(limiter));
        try (ForgetfulServer forgetful = new ForgetfulServer()) {
            for (int i = 0; i < 2; i++) {
                assertThat(client.call("GET", forgetful.uri(), Map.of(), ""))
                        .succeedsWithin(SOON)
                        .isEqualTo(new Answer(200, "fine"));
            }
        }

        await().atMost(SOON).until(() -> left(limiter) == 7);
    }

    @Test
    void aCallTimeoutEndsTheWaitForAPermit() throws Exception {
        AdaptiveRateLimiter limiter = anHour(1);
        AdaptiveRateLimiter.Permit last = limiter.tryAcquire(1).orElseThrow();
        OkHttpClient client = OkHttpRequests.client(OutgoingCalls.of(limiter), SOON)
                .newBuilder()
                .callTimeout(Duration.ofMillis(100))
                .build();

        assertThat(enqueued(client.newCall(OkHttpRequests.request("GET", server.uri("/"), Map.of(), ""))))
                .failsWithin(SOON)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(InterruptedIOException.class)
                .withMessage("timeout");

        await().atMost(SOON).until(() -> limiter.snapshot().waiting() == 0);
        last.release();
        assertThat(left(limiter)).isEqualTo(1);
        OkHttpRequests.close(client);
    }

    @Test
    void aCallTimeoutInFlightIsAFailureAndNoCancellation() throws Exception {
        AdaptiveRateLimiter limiter = anHour(10);
        server.answers(200, Map.of(), "too late", new CountDownLatch(1));
        OkHttpClient client = OkHttpRequests.client(OutgoingCalls.of(limiter), SOON)
                .newBuilder()
                .callTimeout(Duration.ofSeconds(2))
                .build();

        assertThat(enqueued(client.newCall(OkHttpRequests.request("GET", server.uri("/"), Map.of(), ""))))
                .failsWithin(SOON);

        await().atMost(SOON).until(() -> limiter.snapshot().consecutiveFailures() == 1);
        assertThat(limiter.snapshot().inFlight()).isZero();
        OkHttpRequests.close(client);
    }
}
