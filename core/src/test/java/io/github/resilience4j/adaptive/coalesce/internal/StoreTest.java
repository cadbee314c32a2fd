package io.github.resilience4j.adaptive.coalesce.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.adaptive.Slow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Who may store what, and that the index of paths has exactly what is stored. */
class StoreTest {

    private final Object owner = new Object();
    private final Store<Integer, String> store = new Store<>(100);

    private Flight<Integer, String> flight(int key, long seq) {
        return new Flight<>(owner, key, "/" + key % 10 + "/" + key, seq, 0, null);
    }

    @Test
    void whatAnOlderFlightBringsDoesNotReplaceWhatALaterOneBrought() {
        assertThat(store.put(flight(1, 2), "later", 0)).isTrue();
        assertThat(store.put(flight(1, 1), "older", 0)).isFalse();
        assertThat(store.removeFor(flight(1, 1))).isFalse();
        assertThat(store.find(1)).extracting(Entry::content).isEqualTo("later");
        assertThat(store.removeFor(flight(1, 3))).isTrue();
        assertThat(store.find(1)).isNull();
    }

    @Test
    void aDeadFlightStoresNothingAndRemovesNothing() {
        store.put(flight(1, 1), "alive", 0);
        Flight<Integer, String> dead = flight(1, 2);
        dead.kill();

        assertThat(store.put(dead, "dead", 0)).isFalse();
        assertThat(store.removeFor(dead)).isFalse();
        assertThat(store.find(1)).extracting(Entry::content).isEqualTo("alive");
    }

    @Test
    void aPlaceInTheIndexIsTakenOnceForAKeyAndGivenBack() {
        store.put(flight(1, 1), "old", 0);
        store.put(flight(1, 2), "new", 0);
        assertThat(store.indexed()).isEqualTo(1);

        assertThat(store.removePrefix("/1/")).isEqualTo(1);
        assertThat(store.indexed()).isZero();
        assertThat(store.removePrefix("/1/")).isZero();
    }

    @Test
    void byPrefixOnlyWhatMatchesIsLookedAtAndOneMore() {
        AtomicInteger lookedAt = new AtomicInteger();
        Store<Integer, String> large = new Store<>(100_000) {
            @Override
            Iterator<Map.Entry<Place, Integer>> from(String prefix) {
                Iterator<Map.Entry<Place, Integer>> indexed = super.from(prefix);
                return new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return indexed.hasNext();
                    }

                    @Override
                    public Map.Entry<Place, Integer> next() {
                        lookedAt.incrementAndGet();
                        return indexed.next();
                    }
                };
            }
        };
        for (int key = 0; key < 20_000; key++) {
            large.put(flight(key, key), "value", 0);
        }

        assertThat(large.removePrefix("/3/1234"))
                .as("1234x ending in 3, and 1234 does not")
                .isEqualTo(1);
        assertThat(lookedAt).hasValue(2);

        assertThat(large.removePrefix("/3/")).isEqualTo(1_999);
        assertThat(lookedAt).hasValue(2 + 2_000);
        assertThat(large.indexed()).isEqualTo(18_000);
    }

    /** A store whose removals stop half-way: the index has the key no more, a look-up would still find the entry. */
    private static final class HeldStore extends Store<Integer, String> {
        private final CountDownLatch leaving = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);

        private HeldStore(long maximumSize) {
            super(maximumSize);
        }

        @Override
        void leave(Entry<String> entry) {
            super.leave(entry);
            leaving.countDown();
            try {
                released.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private void isNotFoundOnceARemovalByPrefixIsOver(HeldStore held, Runnable removal) throws Exception {
        Thread other = new Thread(removal);
        other.start();
        held.leaving.await();
        try {
            held.removePrefix("/1/");

            assertThat(held.find(1)).isNull();
        } finally {
            held.released.countDown();
            other.join();
        }
    }

    @Test
    void whatSomebodyElseIsJustRemovingIsNotFoundOnceARemovalByPrefixIsOver() throws Exception {
        HeldStore held = new HeldStore(100);
        held.put(flight(1, 1), "old", 0);

        isNotFoundOnceARemovalByPrefixIsOver(held, () -> held.remove(1));
    }

    @Test
    void whatALaterFlightIsJustRemovingIsNotFoundOnceARemovalByPrefixIsOver() throws Exception {
        HeldStore held = new HeldStore(100);
        held.put(flight(1, 1), "old", 0);

        isNotFoundOnceARemovalByPrefixIsOver(held, () -> held.removeFor(flight(1, 2)));
    }

    @Test
    void whatIsJustBeingEvictedIsNotFoundOnceARemovalByPrefixIsOver() throws Exception {
        HeldStore held = new HeldStore(0);

        isNotFoundOnceARemovalByPrefixIsOver(held, () -> held.put(flight(1, 1), "old", 0));
    }

    @Slow
    @Test
    void whateverThreadsStoreRemoveAndEvictTheIndexHasWhatIsStored() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> done = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                Random random = new Random(thread);
                done.add(threads.submit(() -> {
                    for (long seq = 1; seq < 20_000; seq++) {
                        int key = random.nextInt(300);
                        switch (random.nextInt(20)) {
                            case 0 -> store.remove(key);
                            case 1 -> store.removePrefix("/" + key % 10 + "/");
                            case 2 -> store.removeFor(flight(key, seq));
                            default -> store.put(flight(key, seq), "value", 0);
                        }
                    }
                }));
            }
            for (Future<?> each : done) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }

        await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
            assertThat(store.size()).isLessThanOrEqualTo(100);
            assertThat((long) store.indexed()).isEqualTo(store.size());
        });
        store.removePrefix("");
        assertThat(store.indexed()).isZero();
        assertThat(store.size()).isZero();
    }
}
