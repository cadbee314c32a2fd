package io.github.resilience4j.adaptive.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.keypool.ApiKey;
import io.github.resilience4j.adaptive.keypool.ApiKeyPool;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolConfig;
import io.github.resilience4j.adaptive.keypool.ApiKeyStats;
import io.github.resilience4j.adaptive.keypool.BenchCause;
import io.github.resilience4j.adaptive.keypool.BenchStore.StoredBench;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pools with a connection each to a real Redis, as in JVMs of their own. */
class RedisBenchStoreTest extends ClosesWhatItOpened {

    private static final String KEY = "resilience4j:adaptive:{maps}:benches";
    private static final List<String> SECRETS = List.of("open sesame/1?", "open sesame/2?", "open sesame/3?");

    /** Some rounds of five seconds each, on a machine that is busy. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Set<String> rejected = ConcurrentHashMap.newKeySet();
    private final AtomicInteger pings = new AtomicInteger();
    private RedisServer server;
    private RedisCommands<String, String> redis;

    @BeforeEach
    void start() {
        server = opened(RedisServer.start());
        redis = opened(RedisClient.create(server.uri())).connect().sync();
    }

    private RedisBenchStore store(RedisURI uri) {
        RedisBenchStoreConfig patient =
                RedisBenchStoreConfig.custom().timeout(Duration.ofSeconds(10)).build();
        RedisBenchStore store = opened(RedisBenchStore.of(opened(RedisClient.create(uri)), patient));
        awaitConnected(store);
        return store;
    }

    private static void awaitConnected(RedisBenchStore store) {
        Awaitility.await()
                .ignoreExceptions()
                .until(() -> store.benches("connected?").isEmpty());
    }

    private ApiKeyPoolConfig.Builder config(RedisBenchStore store) {
        return ApiKeyPoolConfig.custom().benchStore(store).fingerprintKey("pepper");
    }

    private ApiKeyPool pool(ApiKeyPoolConfig.Builder config) {
        List<ApiKey> keys = new ArrayList<>();
        for (int i = 0; i < SECRETS.size(); i++) {
            keys.add(ApiKey.of("account-no-" + i, SECRETS.get(i)));
        }
        return opened(ApiKeyPool.of("maps", config.build(), keys));
    }

    private ApiKeyPool pool() {
        return pool(config(store(server.uri())));
    }

    private ResponseView answer(String secret) {
        return ResponseView.of(rejected.contains(secret) ? 401 : 200, Map.of(), "");
    }

    private void rejectTheFirstKey(ApiKeyPool pool) {
        rejected.add(SECRETS.get(0));
        for (int i = 0; i < 3; i++) {
            call(pool);
        }
        assertThat(first(pool).state()).isEqualTo("BENCHED");
    }

    private void call(ApiKeyPool pool) {
        try {
            assertThat(pool.execute(lease -> answer(lease.secret())).status()).isEqualTo(200);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static ApiKeyStats first(ApiKeyPool pool) {
        return pool.stats("account-no-0").orElseThrow();
    }

    private static void awaitBenched(ApiKeyPool pool) {
        Awaitility.await().atMost(PATIENCE).until(() -> first(pool).state().equals("BENCHED"));
    }

    private void awaitStored() {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> redis.hgetall(KEY).keySet().stream().anyMatch(field -> field.startsWith("b:")));
    }

    @Test
    void whatOneBenchesIsBenchedInTheOther() {
        ApiKeyPool one = pool();
        ApiKeyPool other = pool();
        rejectTheFirstKey(one);
        awaitBenched(other);
        assertThat(first(other).reason()).isEqualTo("AUTH_REJECTED (401)");
        assertThat(first(other).benchedFor()).isBetween(Duration.ofMinutes(59), Duration.ofHours(1));
        assertThat(first(other).calls()).isZero();
    }

    @Test
    void aPoolThatComesLaterIsToldWhatIsKnown() {
        ApiKeyPool one = pool();
        rejectTheFirstKey(one);
        awaitStored();
        one.close();
        awaitBenched(pool());
    }

    @Test
    void whoMayNotSubscribeHearsItSecondsLater() {
        redis.aclSetuser(
                "mute",
                AclSetuserArgs.Builder.on()
                        .addPassword("secret")
                        .allKeys()
                        .allCommands()
                        .removeCommand(CommandType.SUBSCRIBE)
                        .removeCommand(CommandType.PUBLISH));
        RedisURI mute = RedisURI.builder(server.uri())
                .withAuthentication("mute", "secret".toCharArray())
                .build();
        ApiKeyPool one = pool(config(store(mute)));
        ApiKeyPool other = pool(config(store(mute)));
        rejectTheFirstKey(one);
        awaitBenched(other);
    }

    @Test
    void aPingReturnsTheKeyForAll() {
        ApiKeyPool one = pool();
        rejectTheFirstKey(one);
        awaitStored();
        rejected.clear();
        ApiKeyPool pinging = pool(config(store(server.uri()))
                .pingInterval(Duration.ofSeconds(1))
                .pingJitter(0)
                .ping(lease -> {
                    pings.incrementAndGet();
                    return answer(lease.secret());
                }));
        Awaitility.await().atMost(PATIENCE).until(() -> first(one).state().equals("AVAILABLE"));
        assertThat(first(pinging).state()).isEqualTo("AVAILABLE");
        assertThat(pings.get()).isPositive();
    }

    @Test
    void aNewSecretIsNotToBlameForTheOldOne() {
        ApiKeyPool one = pool();
        ApiKeyPool renewed = pool();
        ApiKeyPool witness = pool();
        renewed.replace(ApiKey.of("account-no-0", "open barley/1?"));
        rejectTheFirstKey(one);
        awaitBenched(witness);
        assertThat(first(renewed).state()).isEqualTo("AVAILABLE");
    }

    @Test
    void withoutRedisEachGoesByWhatItKnowsAndTheLongerBenchHoldsAfterwards() {
        ApiKeyPool hour = pool();
        ApiKeyPool twoHours = pool(config(store(server.uri())).authBench(Duration.ofHours(2)));
        server.kill();
        rejectTheFirstKey(hour);
        rejectTheFirstKey(twoHours);
        call(hour);
        call(twoHours);
        server.restart();
        Awaitility.await().atMost(PATIENCE).until(() -> first(hour).benchedFor().compareTo(Duration.ofHours(1)) > 0);
        assertThat(first(twoHours).benchedFor()).isGreaterThan(Duration.ofHours(1));
    }

    @Test
    void theHashOutlivesItsLongestBenchByAMinute() {
        RedisBenchStore store = store(server.uri());
        store.bench("maps", bench("a", Duration.ofSeconds(90).plusNanos(1)));
        store.bench("maps", bench("b", Duration.ofSeconds(1)));
        assertThat(redis.pttl(KEY)).isBetween(140_000L, 150_001L);
        assertThat(redis.keys("*")).containsExactly(KEY);
    }

    private static StoredBench bench(String key, Duration time) {
        return new StoredBench(key, BenchCause.THROTTLED, time, "429", "t");
    }

    /** Not even that there is a key of that name. */
    @Test
    void nothingOfASecretOrAnIdIsInRedisOrOnItsChannels() {
        List<String> seen = new CopyOnWriteArrayList<>();
        var listening = opened(RedisClient.create(server.uri())).connectPubSub();
        listening.addListener(new RedisPubSubAdapter<>() {
            @Override
            public void message(String pattern, String channel, String message) {
                seen.add(channel + " " + message);
            }
        });
        listening.sync().psubscribe("*");
        ApiKeyPool one = pool();
        rejectTheFirstKey(one);
        awaitStored();
        ApiKeyPool pinging = pool(config(store(server.uri()))
                .pingInterval(Duration.ofMillis(500))
                .pingJitter(0)
                .ping(lease -> answer("whatever")));
        Awaitility.await().until(() -> seen.stream().anyMatch(text -> text.contains("cleared")));
        assertThat(seen).anyMatch(text -> text.contains("benched"));
        assertThat(pinging.stats()).hasSize(3);
        for (String key : redis.keys("*")) {
            seen.add(key + " " + redis.hgetall(key));
            seen.add(new String(redis.dump(key), ISO_8859_1));
        }
        for (String secret : SECRETS) {
            assertThat(seen)
                    .noneSatisfy(
                            text -> assertThat(text.toLowerCase(Locale.ROOT)).containsAnyOf(formsOf(secret)));
        }
        assertThat(seen).noneSatisfy(text -> assertThat(text).contains("account-no"));
    }

    private static String[] formsOf(String secret) {
        byte[] bytes = secret.getBytes(UTF_8);
        List<String> forms = List.of(
                secret,
                "sesame",
                URLEncoder.encode(secret, UTF_8),
                HexFormat.of().formatHex(bytes),
                Base64.getEncoder().withoutPadding().encodeToString(bytes));
        return forms.stream().map(form -> form.toLowerCase(Locale.ROOT)).toArray(String[]::new);
    }

    @Test
    void aRedisThatDoesNotAnswerIsGivenUpInTime() {
        RedisBenchStore store = opened(RedisBenchStore.of(
                opened(RedisClient.create(server.uri())),
                RedisBenchStoreConfig.custom().timeout(Duration.ofMillis(500)).build()));
        awaitConnected(store);
        server.freeze();
        assertThatThrownBy(() -> store.benches("maps")).hasMessage("No answer from Redis in PT0.5S");
    }

    @Test
    void settingsAreCheckedWhenBuilt() {
        assertThatThrownBy(() -> RedisBenchStoreConfig.custom().keyPrefix("a}b").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("keyPrefix is 'a}b', it must be without braces");
        assertThatThrownBy(() ->
                        RedisBenchStoreConfig.custom().timeout(Duration.ZERO).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("timeout is PT0S");
        RedisClient noClient = null;
        assertThatThrownBy(() -> RedisBenchStore.of(noClient)).hasMessage("client");
    }
}
