package io.github.resilience4j.adaptive.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.keypool.BenchCause;
import io.github.resilience4j.adaptive.keypool.BenchStore;
import io.github.resilience4j.adaptive.keypool.BenchStore.StoredBench;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The store that is always there. */
class InMemoryBenchStoreTest extends BenchStoreCompatibilityKit {

    private final AtomicLong clock = new AtomicLong(-987_654_321L);
    private final BenchStore store = BenchStore.inMemory(clock::get);

    @Override
    protected BenchStore store() {
        return store;
    }

    @Override
    protected void advance(Duration time) {
        clock.addAndGet(time.toNanos());
    }

    @Test
    void whateverThreadsDoNoBenchIsBothClearedAndKept() throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        CountDownLatch done = new CountDownLatch(4);
        for (int t = 0; t < 4; t++) {
            boolean clears = t % 2 == 0;
            threads.execute(() -> {
                for (int i = 0; i < 2_000; i++) {
                    String token = "t" + i;
                    if (clears) {
                        boolean unused = store.clear("maps", "0a", token);
                    } else {
                        boolean unused = store.bench("maps", bench(token, Duration.ofSeconds(1 + i)));
                    }
                }
                done.countDown();
            });
        }
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        threads.shutdownNow();
        for (StoredBench kept : store.benches("maps")) {
            assertThat(store.bench("maps", kept)).as("not cleared").isTrue();
            assertThat(store.clear("maps", "0a", kept.token())).isTrue();
            assertThat(store.bench("maps", kept)).as("cleared").isFalse();
        }
        assertThat(store.benches("maps")).isEmpty();
    }

    private static StoredBench bench(String token, Duration remaining) {
        return new StoredBench("0a", BenchCause.THROTTLED, remaining, "429", token);
    }
}
