package io.github.resilience4j.adaptive.keypool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.adaptive.Slow;
import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.keypool.BenchStore.StoredBench;
import io.github.resilience4j.adaptive.keypool.internal.InMemoryBenchStore;
import io.github.resilience4j.adaptive.keypool.internal.ManualTime;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Pools that tell each other of benches, and what they do if the store does not play along. */
@Slow
class BenchStoreTest {

    private final ManualTime time = new ManualTime();
    private final BenchStore store = new InMemoryBenchStore(time);
    private final Upstream upstream = new Upstream();

    private ApiKeyPoolConfig.Builder config() {
        return ApiKeyPoolConfig.custom().benchStore(store).pingExecutor(Runnable::run);
    }

    private ApiKeyPool pool(String name) {
        return time.pool(name, config().build(), Upstream.keys(3));
    }

    private static String state(ApiKeyPool pool, String keyId) {
        return pool.stats(keyId).orElseThrow().state();
    }

    private void rejectKey1(ApiKeyPool pool) throws Throwable {
        upstream.answer("key-1", Answer.UNAUTHORIZED);
        for (int i = 0; i < 3; i++) {
            pool.execute(upstream);
        }
        upstream.answer("key-1", Answer.OK);
    }

    /** What is told later has been told. */
    private void awaitBench(ApiKeyPool pool) {
        await().until(() -> state(pool, "key-1").equals("BENCHED"));
    }

    @Test
    void whatOnePoolBenchesIsBenchedInTheOther() throws Throwable {
        ApiKeyPool first = pool("maps");
        ApiKeyPool second = pool("maps");
        ApiKeyPool other = pool("mail");

        rejectKey1(first);

        awaitBench(second);
        assertThat(second.stats("key-1").orElseThrow().reason()).isEqualTo("AUTH_REJECTED (401)");
        assertThat(second.stats("key-1").orElseThrow().benchedFor()).isEqualTo(Duration.ofHours(1));
        assertThat(state(other, "key-1")).isEqualTo("AVAILABLE");
    }

    @Test
    void aPoolThatComesLaterIsToldWhatIsKnown() throws Throwable {
        rejectKey1(pool("maps"));
        await().until(() -> !store.benches("maps").isEmpty());
        time.advance(Duration.ofMinutes(20));

        ApiKeyPool late = pool("maps");

        awaitBench(late);
        assertThat(late.stats("key-1").orElseThrow().benchedFor()).isEqualTo(Duration.ofMinutes(40));
    }

    @Test
    void aPingThatSucceedsReturnsTheKeyForAllAndOnlyOnePools() throws Throwable {
        AtomicInteger pings = new AtomicInteger();
        ApiKeyPoolConfig config = config().pingJitter(0)
                .ping(lease -> lease.keyId().equals("key-1") ? pings.incrementAndGet() : 0)
                .build();
        ApiKeyPool first = time.pool("maps", config, Upstream.keys(3));
        ApiKeyPool second = time.pool("maps", config, Upstream.keys(3));
        rejectKey1(first);
        awaitBench(second);
        await().until(() -> !store.benches("maps").isEmpty());

        time.advance(Duration.ofMinutes(10));

        await().until(() -> state(first, "key-1").equals("AVAILABLE")
                && state(second, "key-1").equals("AVAILABLE"));
        assertThat(pings).hasValue(1);
        await().until(() -> store.benches("maps").isEmpty());
    }

    @Test
    void theBenchOfAnOldSecretDoesNotReachANewOne() throws Throwable {
        ApiKeyPool first = pool("maps");
        ApiKeyPool second = pool("maps");
        ApiKeyPool witness = pool("maps");
        second.replace(ApiKey.of("key-1", "renewed-secret"));

        rejectKey1(first);
        awaitBench(witness);
        await().until(() -> !store.benches("maps").isEmpty());

        assertThat(state(second, "key-1")).isEqualTo("AVAILABLE");
    }

    @Test
    void aSuspicionIsNotToldUntilItStands() throws Throwable {
        ApiKeyPool pool = pool("maps");
        Upstream.keys(3).forEach(key -> upstream.answer(key.getId(), Answer.FORBIDDEN));
        pool.execute(upstream);
        upstream.answer("key-1", Answer.OK).answer("key-2", Answer.OK);
        for (int i = 0; i < 3; i++) {
            pool.execute(upstream);
        }

        ApiKeyPool other = pool("maps");
        await().until(() -> state(other, "key-3").equals("BENCHED"));
        assertThat(store.benches("maps")).hasSize(1);
    }

    @Test
    void neitherASecretNorAnIdIsStored() throws Throwable {
        rejectKey1(pool("maps"));
        await().until(() -> !store.benches("maps").isEmpty());

        assertThat(store.benches("maps").toString()).doesNotContain("sesame").doesNotContain("key-1");
        assertThat(store.benches("maps").get(0).key()).matches("[0-9a-f]{32}");
    }

    @Test
    void oneSecretUnderTwoIdsIsTwoKeys() throws Throwable {
        List<ApiKey> twice = List.of(ApiKey.of("key-1", "open sesame"), ApiKey.of("key-2", "open sesame"));
        ApiKeyPool first = time.pool("maps", config().build(), twice);
        ApiKeyPool second = time.pool("maps", config().build(), twice);

        rejectKey1(first);

        awaitBench(second);
        assertThat(state(second, "key-2")).isEqualTo("AVAILABLE");
    }

    /** A store that can be away, tell nobody, and forget. */
    private final class Unreliable implements BenchStore {
        private volatile BenchStore kept = new InMemoryBenchStore(time);
        private volatile boolean away;

        private BenchStore reached() {
            if (away) {
                throw new IllegalStateException("store is away");
            }
            return kept;
        }

        @Override
        public boolean bench(String pool, StoredBench bench) {
            return reached().bench(pool, bench);
        }

        @Override
        public boolean clear(String pool, String key, String token) {
            return reached().clear(pool, key, token);
        }

        @Override
        public List<StoredBench> benches(String pool) {
            return reached().benches(pool);
        }

        @Override
        public boolean claimPing(String pool, String key, Duration duration) {
            return reached().claimPing(pool, key, duration);
        }

        @Override
        public Registration subscribe(String pool, Listener listener) {
            return () -> {};
        }
    }

    private final Unreliable unreliable = new Unreliable();

    private ApiKeyPool poolOnUnreliable() {
        ApiKeyPoolConfig config = config().benchStore(unreliable)
                .pingJitter(0)
                .ping(lease -> "fine")
                .build();
        return time.pool("maps", config, Upstream.keys(3));
    }

    private void awaitFreeInStore() {
        await().until(() -> unreliable.kept.benches("maps").isEmpty());
    }

    @Test
    void withoutAnyMessageABenchIsHeardOfWithinSeconds() throws Throwable {
        ApiKeyPool first = poolOnUnreliable();
        ApiKeyPool second = poolOnUnreliable();
        rejectKey1(first);
        await().until(() -> !unreliable.kept.benches("maps").isEmpty());

        time.advance(Duration.ofSeconds(5));

        awaitBench(second);
    }

    @Test
    void withoutAnyMessageAReturnIsHeardOfWithinSeconds() throws Throwable {
        ApiKeyPool first = poolOnUnreliable();
        ApiKeyPool second = poolOnUnreliable();
        rejectKey1(first);
        await().until(() -> !unreliable.kept.benches("maps").isEmpty());
        time.advance(Duration.ofSeconds(5));
        awaitBench(second);

        time.advance(Duration.ofMinutes(10));
        awaitFreeInStore();
        time.advance(Duration.ofSeconds(5));

        await().until(() -> state(first, "key-1").equals("AVAILABLE")
                && state(second, "key-1").equals("AVAILABLE"));
        assertThat(unreliable.kept.benches("maps")).isEmpty();
    }

    @Test
    void aStoreThatHasForgottenIsTold() throws Throwable {
        rejectKey1(poolOnUnreliable());
        await().until(() -> !unreliable.kept.benches("maps").isEmpty());
        unreliable.kept = new InMemoryBenchStore(time);

        time.advance(Duration.ofSeconds(5));

        await().until(() -> !unreliable.kept.benches("maps").isEmpty());
        assertThat(unreliable.kept.benches("maps").get(0).remaining())
                .isEqualTo(Duration.ofHours(1).minusSeconds(5));
    }

    @Test
    void whatHappenedWhileTheStoreWasAwayIsToldWhenItIsBackAndTheLongerBenchHolds() throws Throwable {
        ApiKeyPool first = poolOnUnreliable();
        ApiKeyPool second = time.pool(
                "maps",
                config().benchStore(unreliable).authBench(Duration.ofHours(2)).build(),
                Upstream.keys(3));
        unreliable.away = true;
        rejectKey1(first);
        rejectKey1(second);
        assertThat(state(first, "key-1")).isEqualTo("BENCHED");
        unreliable.away = false;

        time.advance(Duration.ofSeconds(5));
        await().until(() -> !unreliable.kept.benches("maps").isEmpty());
        time.advance(Duration.ofSeconds(5));

        await().until(() -> first.stats("key-1").orElseThrow().benchedFor().compareTo(Duration.ofHours(1)) > 0);
        assertThat(second.stats("key-1").orElseThrow().benchedFor())
                .isEqualTo(Duration.ofHours(2).minusSeconds(10));
    }

    @Test
    void aKeyThatReturnedWhileTheStoreWasAwayIsNotBenchedAgainByIt() throws Throwable {
        ApiKeyPool first = poolOnUnreliable();
        rejectKey1(first);
        await().until(() -> !unreliable.kept.benches("maps").isEmpty());
        unreliable.away = true;
        time.advance(Duration.ofMinutes(10));
        assertThat(state(first, "key-1")).isEqualTo("AVAILABLE");
        unreliable.away = false;

        time.advance(Duration.ofSeconds(5));

        awaitFreeInStore();
        assertThat(state(first, "key-1")).isEqualTo("AVAILABLE");
    }

    @Test
    void aVaultThatDoesNotAnswerHereMayDoSoForOthers() throws Throwable {
        List<ApiKey> keys = List.of(
                ApiKey.ofSupplier("key-1", () -> {
                    throw new IllegalStateException("vault is away");
                }),
                ApiKey.of("key-2", "open sesame"));
        ApiKeyPool first = time.pool("maps", config().build(), keys);
        for (int i = 0; i < 3; i++) {
            first.execute(upstream);
        }
        assertThat(state(first, "key-1")).isEqualTo("BENCHED");
        ApiKeyPool second = time.pool("maps", config().build(), Upstream.keys(2));
        upstream.answer("key-2", Answer.UNAUTHORIZED);
        for (int i = 0; i < 2; i++) {
            second.execute(upstream);
        }

        await().until(() -> !store.benches("maps").isEmpty());
        assertThat(store.benches("maps")).extracting(StoredBench::cause).containsExactly(BenchCause.AUTH_REJECTED);
    }

    /** Throws, whatever it is asked. */
    private static class Broken implements BenchStore {
        private final AtomicInteger asked = new AtomicInteger();

        private RuntimeException fail() {
            asked.incrementAndGet();
            return new IllegalStateException("store is away");
        }

        @Override
        public boolean bench(String pool, StoredBench bench) {
            throw fail();
        }

        @Override
        public boolean clear(String pool, String key, String token) {
            throw fail();
        }

        @Override
        public List<StoredBench> benches(String pool) {
            throw fail();
        }

        @Override
        public boolean claimPing(String pool, String key, Duration duration) {
            throw fail();
        }

        @Override
        public Registration subscribe(String pool, Listener listener) {
            throw fail();
        }
    }

    @Test
    void aStoreThatThrowsIsAsIfItWereNotThere() throws Throwable {
        Broken broken = new Broken();
        List<String> pinged = Collections.synchronizedList(new ArrayList<>());
        ApiKeyPool pool = time.pool(
                "maps",
                config().benchStore(broken)
                        .ping(lease -> pinged.add(lease.keyId()))
                        .build(),
                Upstream.keys(3));

        rejectKey1(pool);
        assertThat(state(pool, "key-1")).isEqualTo("BENCHED");
        time.advance(Duration.ofMinutes(11));

        assertThat(pinged).contains("key-1");
        assertThat(state(pool, "key-1")).isEqualTo("AVAILABLE");
        await().until(() -> broken.asked.get() >= 3);
        pool.close();
    }

    @Test
    void aStoreThatHangsHoldsUpNoCall() throws Throwable {
        CountDownLatch never = new CountDownLatch(1);
        BenchStore hanging = new Broken() {
            @Override
            public Registration subscribe(String pool, Listener listener) {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return () -> {};
            }
        };
        ApiKeyPool pool = time.pool(
                "maps",
                config().benchStore(hanging)
                        .throttleBench(Duration.ofSeconds(1))
                        .build(),
                Upstream.keys(3));
        upstream.answer("key-2", Answer.TOO_MANY);

        for (int i = 0; i < 3_000; i++) {
            assertThat(pool.execute(upstream).status()).isEqualTo(200);
            time.advance(Duration.ofSeconds(1));
        }

        never.countDown();
        pool.close();
    }

    /** Its rounds go on in real time, and so does their thread. */
    @Test
    void aPoolThatNobodyHoldsIsForgottenHoweverOftenItAsks() {
        WeakReference<ApiKeyPoolConfig> forgotten = configOfAPoolThatNobodyHolds();

        await().pollInterval(Duration.ofMillis(50)).until(() -> {
            System.gc();
            return forgotten.get() == null;
        });
    }

    private WeakReference<ApiKeyPoolConfig> configOfAPoolThatNobodyHolds() {
        ApiKeyPoolConfig config = config().build();
        var unused = ApiKeyPool.of("maps", config, Upstream.keys(1));
        return new WeakReference<>(config);
    }
}
