package io.github.resilience4j.adaptive.redis.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.keypool.BenchCause;
import io.github.resilience4j.adaptive.keypool.BenchStore;
import io.github.resilience4j.adaptive.keypool.BenchStore.StoredBench;
import io.github.resilience4j.adaptive.redis.RedisBenchStoreConfig;
import io.github.resilience4j.adaptive.redis.RedisServer;
import io.github.resilience4j.adaptive.test.BenchStoreCompatibilityKit;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store of benches promises, by the scripts on a real Redis whose clock is the test's: it is kept in a key. */
class RedisBenchStoreKitTest extends BenchStoreCompatibilityKit {

    private static final String CLOCK_OF_THE_TEST =
            "local function clock() return tonumber(redis.call('GET', 'clock')) end\n";

    private static RedisServer server;
    private static RedisClient client;
    private static RedisCommands<String, String> redis;

    private LettuceBenchStore store;
    private Duration clock = Duration.ofSeconds(1_700_000_000L);

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        client = RedisClient.create(server.uri());
        redis = client.connect().sync();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            client.shutdown();
            server.close();
        }
    }

    @BeforeEach
    void connect() {
        redis.flushall();
        advance(Duration.ZERO);
        RedisBenchStoreConfig patient =
                RedisBenchStoreConfig.custom().timeout(Duration.ofSeconds(30)).build();
        store = LettuceBenchStore.of(client, patient, CLOCK_OF_THE_TEST);
        Awaitility.await().until(() -> store.commands() != null);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Override
    protected BenchStore store() {
        return store;
    }

    @Override
    protected void advance(Duration time) {
        clock = clock.plus(time);
        redis.set("clock", Long.toString(clock.toNanos() / 1000));
    }

    @Override
    protected void awaitSubscribed(String pool) {
        String channel = RedisBenchStoreConfig.ofDefaults().keyOf(pool);
        Awaitility.await().until(() -> redis.pubsubNumsub(channel).get(channel) == 1);
    }

    @Override
    protected void awaitHeard(Runnable assertion) {
        Awaitility.await().untilAsserted(assertion::run);
    }

    @Test
    void aServerClockThatIsSetBackMakesNoBenchLonger() {
        StoredBench minute = new StoredBench("0a", BenchCause.THROTTLED, Duration.ofMinutes(1), "429", "t");
        store.bench("maps", minute);
        advance(Duration.ofHours(-1));
        assertThat(store.benches("maps")).containsExactly(minute);
        advance(Duration.ofSeconds(59));
        assertThat(store.benches("maps"))
                .singleElement()
                .satisfies(bench -> assertThat(bench.remaining()).isEqualTo(Duration.ofSeconds(1)));
        advance(Duration.ofSeconds(1));
        assertThat(store.benches("maps")).isEmpty();
    }
}
