package io.github.resilience4j.adaptive.client.feign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import feign.AsyncClient;
import feign.AsyncFeign;
import feign.DefaultAsyncClient;
import feign.DefaultClient;
import feign.Request;
import feign.Response;
import feign.Retryer;
import feign.Target;
import io.github.resilience4j.adaptive.client.ClientKit;
import io.github.resilience4j.adaptive.client.OutgoingCalls;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AsyncFeignTest extends ClientKit {

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Override
    protected Client connect(OutgoingCalls calls, Duration readTimeout) {
        FeignRequests.AsyncApi api = AsyncFeign.builder()
                .client(new DefaultAsyncClient<>(new DefaultClient(null, null), threads))
                .options(FeignRequests.options(readTimeout))
                .retryer(Retryer.NEVER_RETRY)
                .addCapability(AdaptiveCapability.of(calls))
                .target(Target.EmptyTarget.create(FeignRequests.AsyncApi.class));
        return (method, uri, headers, body) -> {
            CompletableFuture<Response> answer =
                    method.equals("GET") ? api.get(uri, Map.copyOf(headers)) : api.post(uri, Map.copyOf(headers), body);
            return answer.thenApply(response -> {
                try {
                    return FeignRequests.answer(response);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        };
    }

    /** They happen below. */
    @Override
    protected boolean followsRedirects() {
        return false;
    }

    /** AsyncFeign keeps a cancellation to itself. */
    @Override
    protected boolean canBeCancelled() {
        return false;
    }

    @Test
    void itsClientHearsOfACancellation() {
        AdaptiveRateLimiter limiter = anHour(1);
        Permit last = limiter.tryAcquire(1).orElseThrow();
        AsyncClient<Object> client = AdaptiveCapability.of(OutgoingCalls.of(limiter))
                .enrich(new DefaultAsyncClient<>(new DefaultClient(null, null), threads));
        Request request =
                Request.create(Request.HttpMethod.GET, server.uri("/").toString(), Map.of(), null, null, null);
        CompletableFuture<Response> call = client.execute(request, FeignRequests.options(SOON), Optional.empty());
        await().atMost(SOON).until(() -> limiter.snapshot().waiting() == 1);

        call.cancel(true);

        await().atMost(SOON).until(() -> limiter.snapshot().waiting() == 0);
        last.release();
        assertThat(left(limiter)).isEqualTo(1);
        assertThat(server.arrivals()).isEmpty();
    }
}
