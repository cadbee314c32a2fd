package io.github.resilience4j.adaptive.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Many at once. */
class CrowdTest {

    private static final int KEYS = 20;
    private static final int EACH = 100;

    /** Two queues on one store are two JVMs, as far as they can tell. */
    @RepeatedTest(3)
    void nothingIsLostNothingTwiceAndNoKeyOvertakesItself() throws InterruptedException {
        QueueStore store = QueueStore.inMemory();
        Map<String, List<Integer>> done = new HashMap<>();
        Set<String> inHand = ConcurrentHashMap.newKeySet();
        AtomicBoolean two = new AtomicBoolean();
        CountDownLatch left = new CountDownLatch(KEYS * EACH);
        for (int k = 0; k < KEYS; k++) {
            done.put("key " + k, new ArrayList<>());
        }
        QueueHandler<String> handler = work -> {
            if (!inHand.add(work.queueKey())) {
                two.set(true);
            }
            try {
                if (work.payload().hashCode() % 7 == 0 && work.attempt() == 1) {
                    throw new IOException("at the first attempt");
                }
                // Only one of a key is in hand: if that is not true, this list shows it.
                done.get(work.queueKey()).add(Integer.parseInt(work.payload()));
                left.countDown();
            } finally {
                inHand.remove(work.queueKey());
            }
        };
        RetryQueueConfig config = RetryQueueConfig.custom()
                .store(store)
                .workers(8)
                .backoff(attempts -> 1L)
                .pollInterval(Duration.ofMillis(10))
                .build();
        try (RetryQueue<String> one = RetryQueue.of("orders", config, handler);
                RetryQueue<String> other = RetryQueue.of("orders", config, handler)) {
            ExecutorService submitters = Executors.newFixedThreadPool(4);
            for (int s = 0; s < 4; s++) {
                int first = s;
                submitters.execute(() -> {
                    for (int i = 0; i < EACH; i++) {
                        for (int k = first; k < KEYS; k += 4) {
                            ((i + k) % 2 == 0 ? one : other).submit("key " + k, Integer.toString(i));
                        }
                    }
                });
            }
            assertThat(left.await(60, TimeUnit.SECONDS)).isTrue();
            submitters.shutdownNow();
            assertThat(one.drain(Duration.ofSeconds(10))).isTrue();
        }
        assertThat(two).isFalse();
        assertThat(done.values())
                .allSatisfy(line ->
                        assertThat(line).isSorted().doesNotHaveDuplicates().hasSize(EACH));
    }

    @Test
    void closingInterruptsWhoDoesNotEndAndTheEntryIsPutBackAtNoCost() throws InterruptedException {
        QueueStore store = QueueStore.inMemory();
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        RetryQueue<String> queue = RetryQueue.of(
                "orders",
                RetryQueueConfig.custom()
                        .store(store)
                        .closeTimeout(Duration.ZERO)
                        .build(),
                work -> {
                    began.countDown();
                    never.await();
                });
        queue.submit("a", "a1");
        assertThat(began.await(10, TimeUnit.SECONDS)).isTrue();
        queue.close();
        assertThat(store.entries("orders", false, 1)).singleElement().satisfies(entry -> {
            assertThat(entry.state()).isEqualTo(QueueEntry.State.WAITING);
            assertThat(entry.attempts()).isZero();
        });
    }
}
