package io.github.resilience4j.adaptive.benchmarks.coalesce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.jcache.configuration.CaffeineConfiguration;
import com.github.benmanes.caffeine.jcache.spi.CaffeineCachingProvider;
import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.CoalescerConfig;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The cells of the table in {@code docs/coalescer.md}: what others do where the coalescer is needed. */
class PeersTest {

    private static final Executor THREADS = PerTask.best();

    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger calls = new AtomicInteger();

    /** An upstream that answers when the test says so. */
    private String upstream() {
        calls.incrementAndGet();
        started.countDown();
        try {
            if (!released.await(1, TimeUnit.MINUTES)) {
                throw new AssertionError("never released");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return "old";
    }

    private static <T> CompletableFuture<T> inBackground(Callable<T> question) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return question.call();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                THREADS);
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** In the store: a thread that loads a class is blocked for a moment, too. */
    private static void untilBlocked(Thread thread) {
        await().until(() -> thread.getState() == Thread.State.BLOCKED && isInStore(thread.getStackTrace()));
    }

    private static boolean isInStore(StackTraceElement[] frames) {
        String at = frames.length == 0 ? "" : frames[0].getClassName();
        return at.startsWith("java.util.concurrent.") || at.startsWith("com.github.benmanes.caffeine.");
    }

    private static void stillWaits(CompletableFuture<?> future) {
        assertThatThrownBy(() -> future.get(100, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
    }

    /** Two ask at once: one call is made, in the thread of the first or in none of theirs. */
    private void isOneCall(Function<Callable<String>, String> ask, boolean inTheFirstCaller) throws Exception {
        AtomicReference<Thread> ran = new AtomicReference<>();
        Callable<String> call = () -> {
            ran.set(Thread.currentThread());
            return upstream();
        };
        CompletableFuture<Thread> first = inBackground(() -> {
            var unused = ask.apply(call);
            return Thread.currentThread();
        });
        started.await();
        CompletableFuture<String> second = inBackground(() -> ask.apply(call));
        stillWaits(second);

        released.countDown();

        assertThat(second).succeedsWithin(Duration.ofSeconds(10)).isEqualTo("old");
        assertThat(first.get() == ran.get()).isEqualTo(inTheFirstCaller);
        assertThat(calls).hasValue(1);
    }

    private static String called(Callable<String> call) {
        try {
            return call.call();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Nested
    class Ours {

        @Test
        void equalCallsAreOneAndRunInNobodysThread() throws Exception {
            Coalescer<String, String> coalescer = Coalescer.of("ours", CoalescerConfig.ofDefaults());

            isOneCall(call -> coalescer.get("a", call), false);
        }
    }

    @AfterEach
    void releaseAll() {
        released.countDown();
    }

    @Nested
    class CaffeineSync {

        private final Cache<String, String> cache =
                Caffeine.newBuilder().maximumSize(100).build();

        @Test
        void equalCallsAreOneAndRunInTheFirstCallersThread() throws Exception {
            isOneCall(call -> cache.get("a", key -> called(call)), true);
        }

        @Test
        void whoJoinsCannotGiveUp() throws Exception {
            var unused = inBackground(() -> cache.get("a", key -> upstream()));
            started.await();
            Thread follower = daemon(() -> {
                var unusedToo = cache.get("a", key -> "never");
            });
            untilBlocked(follower);

            follower.interrupt();

            untilBlocked(follower);
            assertThat(follower.isInterrupted()).isTrue();
        }

        @Test
        void aCallThatAsksForItsOwnKeyFails() {
            assertThat(inBackground(() -> cache.get("a", key -> cache.get("a", same -> "inner"))))
                    .failsWithin(Duration.ofSeconds(10));
        }

        @Test
        void invalidatingWaitsForTheCallInFlight() throws Exception {
            var unused = inBackground(() -> cache.get("a", key -> upstream()));
            started.await();

            untilBlocked(daemon(() -> cache.invalidate("a")));
        }

        @Test
        void invalidatingByPredicateMissesTheCallInFlight() throws Exception {
            CompletableFuture<String> loading = inBackground(() -> cache.get("a", key -> upstream()));
            started.await();

            cache.asMap().keySet().removeIf(key -> true);
            released.countDown();
            loading.get(10, TimeUnit.SECONDS);

            assertThat(cache.getIfPresent("a")).isEqualTo("old");
        }
    }

    @Nested
    class CaffeineAsync {

        private final AsyncCache<String, String> cache =
                Caffeine.newBuilder().maximumSize(10).executor(THREADS).buildAsync();

        @Test
        void equalCallsAreOneAndRunInTheExecutor() throws Exception {
            isOneCall(call -> cache.get("a", key -> called(call)).join(), false);
        }

        @Test
        void oneWhoCancelsOrTimesOutDoesSoForAll() {
            CompletableFuture<String> first = cache.get("a", key -> upstream());
            CompletableFuture<String> second = cache.get("a", key -> "never");

            first.cancel(true);

            assertThat(second).isCancelled();
        }

        @Test
        void copiesThatTimeOutStayOnTheFutureOfTheCall() throws Exception {
            CompletableFuture<String> call = cache.get("a", key -> upstream());
            CountDownLatch timedOut = new CountDownLatch(1_000);
            for (int i = 0; i < 1_000; i++) {
                var unused = call.copy()
                        .orTimeout(1, TimeUnit.MILLISECONDS)
                        .whenComplete((value, error) -> timedOut.countDown());
            }
            assertThat(timedOut.await(10, TimeUnit.SECONDS)).isTrue();

            assertThat(call.getNumberOfDependents()).isGreaterThanOrEqualTo(1_000);
        }

        @Test
        void invalidatingByPredicateOnEntriesMissesTheCallInFlight() throws Exception {
            CompletableFuture<String> call = cache.get("a", key -> upstream());
            started.await();

            cache.synchronous().asMap().entrySet().removeIf(entry -> true);
            released.countDown();
            call.get(10, TimeUnit.SECONDS);

            assertThat(cache.synchronous().getIfPresent("a")).isEqualTo("old");
        }

        @Test
        void invalidatingByPredicateOnKeysReachesTheCallInFlight() throws Exception {
            CompletableFuture<String> call = cache.get("a", key -> upstream());
            started.await();

            cache.synchronous().asMap().keySet().removeIf(key -> true);
            released.countDown();
            call.get(10, TimeUnit.SECONDS);

            assertThat(cache.synchronous().getIfPresent("a")).isNull();
        }

        @Test
        void aRefreshIsTheCallInFlight() throws Exception {
            AsyncLoadingCache<String, String> loading =
                    Caffeine.newBuilder().executor(THREADS).buildAsync(key -> upstream());
            CompletableFuture<String> call = loading.get("a");
            started.await();

            CompletableFuture<String> refresh = loading.synchronous().refresh("a");
            released.countDown();

            assertThat(refresh.get(10, TimeUnit.SECONDS)).isEqualTo(call.get(10, TimeUnit.SECONDS));
            assertThat(calls).hasValue(1);
        }

        @Test
        void callsInFlightAreNotBounded() {
            for (int key = 0; key < 10_000; key++) {
                var unused = cache.get("" + key, (missing, executor) -> {
                    calls.incrementAndGet();
                    return new CompletableFuture<>();
                });
            }

            assertThat(calls).as("maximumSize is 10").hasValue(10_000);
        }

        @Test
        void aCallThatAsksForItsOwnKeyWaitsForEver() {
            CompletableFuture<String> call =
                    cache.get("a", key -> cache.get("a", same -> "never").join());

            stillWaits(call);
        }
    }

    @Nested
    class MapOfFutures {

        private final ConcurrentHashMap<String, CompletableFuture<String>> futures = new ConcurrentHashMap<>();

        private CompletableFuture<String> get(String key, Callable<String> call) {
            return futures.computeIfAbsent(key, missing -> inBackground(call));
        }

        @Test
        void equalCallsAreOneAndRunInTheExecutor() throws Exception {
            isOneCall(call -> get("a", call).join(), false);
        }

        @Test
        void aFailureStaysUntilSomebodyRemovesIt() {
            CompletableFuture<String> failed = get("a", () -> {
                throw new IllegalStateException("broken");
            });
            assertThat(failed).failsWithin(Duration.ofSeconds(10));

            assertThat(get("a", () -> "well")).isCompletedExceptionally();
        }

        @Test
        void oneWhoCancelsDoesSoForAll() {
            get("a", PeersTest.this::upstream).cancel(true);

            assertThat(get("a", () -> "never")).isCancelled();
        }

        @Test
        void aCallThatAsksForItsOwnKeyWaitsForEver() {
            stillWaits(get("a", () -> get("a", () -> "never").join()));
        }

        @Test
        void invalidatingReachesTheCallInFlight() throws Exception {
            var unused = get("a", PeersTest.this::upstream);
            started.await();

            futures.keySet().removeIf(key -> true);

            assertThat(get("a", () -> "new"))
                    .succeedsWithin(Duration.ofSeconds(10))
                    .isEqualTo("new");
        }
    }

    @Nested
    class Resilience4jCache {

        private final javax.cache.Cache<String, String> store = new CaffeineCachingProvider()
                .getCacheManager()
                .createCache("peers", new CaffeineConfiguration<String, String>().setStoreByValue(false));
        private final io.github.resilience4j.cache.Cache<String, String> cache =
                io.github.resilience4j.cache.Cache.of(store);

        @AfterEach
        void forget() {
            released.countDown();
            store.getCacheManager().destroyCache("peers");
        }

        @Test
        void equalCallsAreOneAndRunInTheFirstCallersThread() throws Exception {
            isOneCall(call -> cache.computeIfAbsent("a", call::call), true);
        }

        private CompletableFuture<String> get(Callable<String> call) {
            return inBackground(() -> {
                try {
                    return io.github.resilience4j.cache.Cache.decorateCallable(cache, call)
                            .apply("a");
                } catch (Throwable e) {
                    throw new IllegalStateException(e);
                }
            });
        }

        @Test
        void whoJoinsCannotGiveUp() throws Exception {
            var unused = get(PeersTest.this::upstream);
            started.await();
            Thread follower = daemon(() -> cache.computeIfAbsent("a", () -> "never"));
            untilBlocked(follower);

            follower.interrupt();

            untilBlocked(follower);
            assertThat(follower.isInterrupted()).isTrue();
        }

        @Test
        void aCallThatAsksForItsOwnKeyGoesPastTheStoreInSilence() {
            CompletableFuture<String> recursive = get(() -> {
                calls.incrementAndGet();
                return cache.computeIfAbsent("a", () -> "inner");
            });

            assertThat(recursive).succeedsWithin(Duration.ofSeconds(10)).isEqualTo("inner");
            assertThat(calls).hasValue(1);
        }

        @Test
        void aFailingCallIsMadeTwice() {
            CompletableFuture<String> failed = get(() -> {
                calls.incrementAndGet();
                throw new IllegalStateException("broken");
            });

            assertThat(failed).failsWithin(Duration.ofSeconds(10));
            assertThat(calls).hasValue(2);
        }

        @Test
        void invalidatingMissesTheCallInFlight() throws Exception {
            CompletableFuture<String> loading = get(PeersTest.this::upstream);
            started.await();

            store.removeAll();
            released.countDown();
            loading.get(10, TimeUnit.SECONDS);

            assertThat(store.get("a")).isEqualTo("old");
        }
    }
}
