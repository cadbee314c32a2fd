package io.github.resilience4j.adaptive.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.adaptive.retry.RetryAfterAwareRetry;
import io.github.resilience4j.retry.Retry;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class StubUpstreamTest {

    private static final Duration WINDOW = Duration.ofSeconds(10);

    private final FakeTime time = FakeTime.create();
    private final HttpClient client = HttpClient.newHttpClient();

    @RegisterExtension
    final StubUpstream upstream = StubUpstream.custom()
            .limit(HiddenLimit.fixedWindow(3, WINDOW))
            .nanoTime(time)
            .body("news")
            .start();

    @Test
    void servesUpToItsLimitAndNamesTheSecondsThen() throws Exception {
        assertThat(call().body()).isEqualTo("news");
        call();
        call();
        HttpResponse<String> refused = call();

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("10");
        assertThat(upstream.calls()).isEqualTo(4);
        assertThat(upstream.refused()).isEqualTo(1);
        assertThat(upstream.tooEarly()).isZero();
    }

    @Test
    void countsWhoDoesNotWait() throws Exception {
        for (int call = 0; call < 5; call++) {
            call();
        }
        time.pass(WINDOW);
        call();

        assertThat(upstream.refused()).isEqualTo(2);
        assertThat(upstream.tooEarly()).isEqualTo(1);
    }

    @Test
    void answersWhatItIsToldTo() throws Exception {
        upstream.answerNext(503, Map.of("Retry-After", "7"), "away");
        upstream.answerNext(401, Map.of(), "");

        HttpResponse<String> away = call();
        assertThat(away.statusCode()).isEqualTo(503);
        assertThat(away.body()).isEqualTo("away");
        assertThat(away.headers().firstValue("Retry-After")).hasValue("7");
        assertThat(call().statusCode()).isEqualTo(401);
        assertThat(call().statusCode()).isEqualTo(200);
    }

    @Test
    void refusesWhatMakesNoSense() {
        StubUpstream.Builder beforeItIsAsked = StubUpstream.custom().answersAfter(Duration.ofSeconds(-1));

        assertThatIllegalArgumentException()
                .isThrownBy(beforeItIsAsked::start)
                .withMessageContaining("answersAfter is PT-1S, it must be 0 or more and at most");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> upstream.answerNext(99, Map.of(), ""))
                .withMessageContaining("status is 99, it must be 200 to 599");
    }

    @Test
    void aLimiterInFakeTimeStopsForExactlyAsLongAsItSays() throws Exception {
        AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of(
                "news",
                AdaptiveRateLimiterConfig.custom()
                        .limitForPeriod(100)
                        .burst(10)
                        .timeoutDuration(Duration.ZERO)
                        .clock(time.clock())
                        .build(),
                time);
        for (int call = 0; call < 4; call++) {
            var unused = limiter.executeCallable(this::call);
        }

        assertThat(limiter.snapshot().state()).isEqualTo(State.PAUSED);
        assertThat(limiter.snapshot().pauseRemaining()).isEqualTo(WINDOW);
        time.pass(WINDOW);
        assertThat(limiter.executeCallable(this::call).statusCode()).isEqualTo(200);
        assertThat(upstream.tooEarly()).isZero();
    }

    @Test
    void anAsynchronousRetryWaitsInFakeTime() throws Exception {
        upstream.answerNext(429, Map.of("Retry-After", "30"), "");
        Retry retry = Retry.of(
                "news",
                RetryAfterAwareRetry.<HttpResponse<String>>custom()
                        .clock(time.clock())
                        .build());

        CompletableFuture<HttpResponse<String>> answer = retry.executeCompletionStage(
                        time.scheduler(), () -> CompletableFuture.completedFuture(callUnchecked()))
                .toCompletableFuture();
        assertThat(answer).isNotDone();
        time.pass(Duration.ofSeconds(29));
        assertThat(answer).isNotDone();
        time.pass(Duration.ofSeconds(4));

        assertThat(answer.get().statusCode()).isEqualTo(200);
        assertThat(upstream.calls()).isEqualTo(2);
    }

    private HttpResponse<String> call() throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(upstream.uri()).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> callUnchecked() {
        try {
            return call();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
