package io.github.resilience4j.adaptive.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.adaptive.retry.RetryAfterAwareRetry;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutgoingCallsTest {

    private final AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of(
            "api",
            AdaptiveRateLimiterConfig.custom()
                    .limitForPeriod(10)
                    .limitRefreshPeriod(Duration.ofHours(1))
                    .burst(10)
                    .build());

    private OutgoingCalls.Builder custom() {
        return OutgoingCalls.custom(limiter);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, true",
        "HEAD, true",
        "OPTIONS, true",
        "TRACE, true",
        "PUT, true",
        "DELETE, true",
        "POST, false",
        "PATCH, false",
        "CONNECT, false",
        "get, false"
    })
    void idempotencyIsKnownFromTheMethod(String method, boolean idempotent) {
        assertThat(custom().build().isIdempotent(SentRequest.to(method, "http://localhost/")))
                .isEqualTo(idempotent);
    }

    @Test
    void aRequestWithAKeyIsIdempotent() {
        OutgoingCalls calls = custom().idempotencyKey("Idempotency-Key").build();

        assertThat(calls.isIdempotent(SentRequest.with("POST", "Idempotency-Key", "mine")))
                .isTrue();
        assertThat(calls.isIdempotent(SentRequest.to("POST", "http://localhost/")))
                .isFalse();
        assertThat(custom().build().isIdempotent(SentRequest.with("POST", "Idempotency-Key", "mine")))
                .isFalse();
    }

    @Test
    void aDeclaredRequestIsIdempotent() {
        OutgoingCalls calls = custom().idempotent(
                        request -> request.uri().getPath().equals("/search"))
                .build();

        assertThat(calls.isIdempotent(SentRequest.to("POST", "http://localhost/search")))
                .isTrue();
        assertThat(calls.isIdempotent(SentRequest.to("POST", "http://localhost/orders")))
                .isFalse();
    }

    @Test
    void onlyWhatIsNotIdempotentGetsAKey() {
        OutgoingCalls calls = custom().idempotencyKey("X-Request").build();

        assertThat(calls.begin(SentRequest.to("POST", "http://localhost/")).addedHeaders())
                .containsOnlyKeys("X-Request");
        assertThat(calls.begin(SentRequest.to("GET", "http://localhost/")).addedHeaders())
                .isEmpty();
        assertThat(calls.begin(SentRequest.with("POST", "X-Request", "mine")).addedHeaders())
                .isEmpty();
        assertThat(custom().build()
                        .begin(SentRequest.to("POST", "http://localhost/"))
                        .addedHeaders())
                .isEmpty();
    }

    @Test
    void aRequestWeighsWhatTheUserSays() throws Exception {
        OutgoingCalls calls = custom().permits(
                        request -> request.uri().getPath().equals("/export") ? 5 : 1)
                .build();

        calls.begin(SentRequest.to("GET", "http://localhost/export")).send(permit -> "fine");
        calls.begin(SentRequest.to("GET", "http://localhost/")).send(permit -> "fine");

        assertThat(limiter.getMetrics().getAvailablePermissions()).isEqualTo(4);
    }

    @Test
    void backgroundLeavesTheReserveToTheOthers() throws Exception {
        OutgoingCalls calls = custom().background(
                        request -> request.header("X-Poll").isPresent())
                .patience(Duration.ZERO)
                .build();
        int polls = 0;
        while (polls < 10 && isSent(calls, SentRequest.with("GET", "X-Poll", "1"))) {
            polls++;
        }

        assertThat(polls).isEqualTo(8);
        assertThat(isSent(calls, SentRequest.to("GET", "http://localhost/"))).isTrue();
    }

    private static boolean isSent(OutgoingCalls calls, OutgoingRequest request) throws InterruptedException {
        try {
            return calls.begin(request).send(permit -> true);
        } catch (RequestNotPermitted e) {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Idempotency Key", "Key:", "Schlüssel"})
    void aKeyNeedsTheNameOfAField(String header) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> custom().idempotencyKey(header).build())
                .withMessage("idempotencyKey is " + header + ", it must be the name of a header field");
    }

    @Test
    void nonsenseIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> custom().patience(Duration.ofSeconds(-1)).build())
                .withMessageStartingWith("patience is PT-1S, it must be 0 or more");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OutgoingCalls.custom(null))
                .withMessage("limiter is null, it must be set");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> custom().patience(null))
                .withMessage("patience is null, it must be set");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> custom().idempotencyKey(null))
                .withMessage("idempotencyKey is null, it must be set");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> custom().retry(RetryAfterAwareRetry.custom().maxAttempts(0))
                        .build())
                .withMessageStartingWith("maxAttempts is 0");
    }
}
