package io.github.resilience4j.adaptive.samples.candles;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.CoalescerConfig;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.adaptive.retry.RetryAfterAwareRetry;
import io.github.resilience4j.retry.Retry;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;

/** What this library adds: equal questions are joined, and what is left goes to the upstream at a pace that it takes. */
final class JoinedBackfill implements Backfill {

    /** How long a page may take when the line is long; callers have left by then. */
    private static final Duration FLIGHT = Duration.ofMinutes(2);

    /** While the limit is looked for, calls that meet on their way are refused, and one of them may be the same again. */
    private static final int ATTEMPTS = 10;

    private final CandleSource upstream;
    private final CandleStore store;
    private final ExecutorService flights = Threads.oneForEach();
    private final Coalescer<Range, Range> coalescer;
    private final AdaptiveRateLimiter limiter;
    private final Retry retry;

    JoinedBackfill(CandleSource upstream, CandleStore store, int callsPerSecond, Duration patience) {
        this.upstream = upstream;
        this.store = store;
        this.coalescer = Coalescer.of(
                "candles",
                CoalescerConfig.custom()
                        .timeoutDuration(patience)
                        .maxFlightAge(FLIGHT)
                        .executor(flights)
                        .build());
        this.limiter = AdaptiveRateLimiter.of(
                "candles",
                AdaptiveRateLimiterConfig.custom()
                        .limitForPeriod(callsPerSecond)
                        .limitRefreshPeriod(Duration.ofSeconds(1))
                        .timeoutDuration(FLIGHT)
                        .build());
        this.retry = Retry.of(
                "candles",
                RetryAfterAwareRetry.<HttpResponse<String>>custom()
                        .maxAttempts(ATTEMPTS)
                        .build());
    }

    @Override
    public Chart chart(Range range) {
        CompletableFuture<?>[] pages = store.missing(range).stream()
                .map(page -> coalescer.getAsync(page, Duration.ZERO, () -> bring(page)))
                .map(CompletionStage::toCompletableFuture)
                .toArray(CompletableFuture<?>[]::new);
        // Late or failed, a page is missing; the others are there all the same.
        var unused =
                CompletableFuture.allOf(pages).exceptionally(missing -> null).join();
        return new Chart(store.read(range), store.missing(range).isEmpty());
    }

    /** Once for all who ask. Looks again first: between a caller's look and this one the page may have come. */
    private CompletionStage<Range> bring(Range page) {
        try {
            if (!store.missing(page).isEmpty()) {
                store.write(page, CandleSource.candles(politely(page)));
            }
            return CompletableFuture.completedFuture(page);
        } catch (Exception e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private HttpResponse<String> politely(Range page) throws Exception {
        return retry.executeCallable(() -> limiter.executeCallable(() -> upstream.ask(page)));
    }

    @Override
    public void close() {
        flights.shutdown();
        try {
            boolean unused = flights.awaitTermination(FLIGHT.toNanos(), NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        coalescer.close();
        limiter.close();
    }
}
