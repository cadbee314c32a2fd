package io.github.resilience4j.adaptive.spring.actuator;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.spring.actuator.EventLog.Happening;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class EventLogTest {

    private final EventLog log = new EventLog(3);
    private long second;

    private void happens(String name, String what, String detail) {
        log.add(Instant.ofEpochSecond(++second), new Happening("limiter", name, what, detail, ""));
    }

    private List<String> lines() {
        return log.read().stream()
                .map(row -> row.get("name") + " " + row.get("what") + " " + row.get("count") + " " + row.get("detail"))
                .toList();
    }

    @Test
    void theNewestComesFirstAndTheOldestGoes() {
        happens("a", "paused", "1");
        happens("a", "probing", "2");
        happens("a", "resumed", "3");
        happens("a", "paused", "4");

        assertThat(lines()).containsExactly("a paused 1 4", "a resumed 1 3", "a probing 1 2");
    }

    @Test
    void equalOnesInARowAreOneWithACountAndTheLastWords() {
        happens("a", "paused", "for 1 min");
        happens("a", "turned away", "59 s left");
        happens("b", "paused", "of another limiter");
        happens("a", "turned away", "58 s left");
        happens("a", "turned away", "57 s left");

        assertThat(lines())
                .containsExactly("b paused 1 of another limiter", "a turned away 3 57 s left", "a paused 1 for 1 min");
        assertThat(log.read().get(1))
                .containsEntry("time", "1970-01-01T00:00:02Z")
                .containsEntry("until", "1970-01-01T00:00:05Z");
    }

    @Test
    void oneThatIsForgottenBeginsAnew() {
        happens("a", "turned away", "1");
        happens("b", "paused", "2");
        happens("b", "probing", "3");
        happens("b", "resumed", "4");
        happens("a", "turned away", "5");

        assertThat(lines()).first().isEqualTo("a turned away 1 5");
    }

    @Test
    @Timeout(60)
    void noneIsLostWhenManyWriteAtOnce() throws Exception {
        int threads = 8;
        int each = 5_000;
        CountDownLatch go = new CountDownLatch(1);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> done = IntStream.range(0, threads)
                    .<Future<?>>mapToObj(i -> pool.submit(() -> {
                        go.await();
                        for (int call = 0; call < each; call++) {
                            log.add(Instant.EPOCH, new Happening("limiter", "a", "turned away", "", ""));
                        }
                        return null;
                    }))
                    .toList();
            go.countDown();
            for (Future<?> one : done) {
                one.get();
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(log.read()).singleElement().satisfies(row -> assertThat(row).containsEntry("count", 40_000L));
    }
}
