package io.github.resilience4j.adaptive.samples.candles;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;

/** "Ten a second? Then never ten at once", as somebody would have written it, with a retry around it. */
final class SemaphoreBackfill implements Backfill {

    static final int PERMITS = 9;

    private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);

    private final CandleSource upstream;
    private final CandleStore store;
    private final Duration patience;
    private final Semaphore permits = new Semaphore(PERMITS);
    private final Retry retry;

    SemaphoreBackfill(CandleSource upstream, CandleStore store, Duration patience) {
        this.upstream = upstream;
        this.store = store;
        this.patience = patience;
        this.retry = Retry.of(
                "candles",
                RetryConfig.custom()
                        .waitDuration(BETWEEN_TRIES)
                        .maxAttempts(1 + (int) patience.dividedBy(BETWEEN_TRIES))
                        .retryExceptions(IOException.class)
                        .build());
    }

    @Override
    public Chart chart(Range range) throws Exception {
        long deadline = System.nanoTime() + patience.toNanos();
        for (Range page : store.missing(range)) {
            store.write(page, retry.executeCallable(() -> ask(page, deadline)));
        }
        return new Chart(store.read(range), true);
    }

    private List<Candle> ask(Range page, long deadline) throws Exception {
        long left = deadline - System.nanoTime();
        if (left <= 0 || !permits.tryAcquire(left, NANOSECONDS)) {
            throw new TimeoutException("no answer within " + patience);
        }
        try {
            return CandleSource.candles(upstream.ask(page));
        } finally {
            permits.release();
        }
    }

    /** Nothing is under way that no caller waits for. */
    @Override
    public void close() {}
}
