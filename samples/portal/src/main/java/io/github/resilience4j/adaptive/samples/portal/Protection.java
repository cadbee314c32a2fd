package io.github.resilience4j.adaptive.samples.portal;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.adaptive.retry.RetryAfterAwareRetry;
import io.github.resilience4j.retry.Retry;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;

/** What this library adds: one limiter in front of every call, and around it a retry for the calls people wait for. */
final class Protection implements AutoCloseable {

    private final AdaptiveRateLimiter limiter;
    private final Retry retry;

    Protection(int limitForPeriod, Duration period, int unitOfWork, Duration patience, LongSupplier nanoTime) {
        this.limiter = AdaptiveRateLimiter.of(
                "upstream",
                AdaptiveRateLimiterConfig.custom()
                        .limitForPeriod(limitForPeriod)
                        .limitRefreshPeriod(period)
                        .unitOfWork(unitOfWork)
                        .timeoutDuration(patience)
                        .build(),
                nanoTime);
        this.retry = Retry.of(
                "upstream",
                RetryAfterAwareRetry.<HttpResponse<String>>custom()
                        .maxRetryAfter(patience)
                        .build());
    }

    /** Waits for its turn; if the upstream refuses, tries again when the upstream says so. */
    <T> T forPeople(Callable<T> call) throws Exception {
        return retry.executeCallable(() -> limiter.executeCallable(call));
    }

    /** Never waits and takes nothing from people: turned away where there is nothing to spare. */
    <T> T forPolls(Callable<T> call) throws Exception {
        return limiter.background().executeCallable(call);
    }

    AdaptiveRateLimiter.Snapshot snapshot() {
        return limiter.snapshot();
    }

    @Override
    public void close() {
        limiter.close();
    }
}
