package io.github.resilience4j.adaptive.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often Redis is asked for a permit. What was measured is in {@code target/round-trips.txt}; longer with
 * {@code -Dredis.seconds=10}.
 */
class RoundTripsTest extends ClosesWhatItOpened {

    private static final Pattern SCRIPTS = Pattern.compile("cmdstat_evalsha:calls=(\\d+),usec=(\\d+)");
    private static final Path TABLE = Path.of("target", "round-trips.txt");
    private static final List<String> ROWS = new ArrayList<>();

    private static RedisServer server;
    private static RedisClient client;
    private static RedisCommands<String, String> redis;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        client = RedisClient.create(server.uri());
        redis = client.connect().sync();
    }

    @AfterAll
    static void stop() throws IOException {
        if (server != null) {
            client.shutdown();
            server.close();
            Files.createDirectories(TABLE.getParent());
            Files.write(TABLE, ROWS);
        }
    }

    @ParameterizedTest
    @CsvSource({"10, 1, 2.5", "10, 4, 7", "100, 1, 0.4", "100, 4, 1.2", "1000, 1, 0.1", "1000, 4, 0.3"})
    void aLeaseServesManyCalls(int limit, int members, double most) {
        long nanos = Duration.ofSeconds(Integer.getInteger("redis.seconds", 1)).toNanos();
        AtomicBoolean going = new AtomicBoolean(true);
        LongAdder permits = new LongAdder();
        for (int i = 0; i < members; i++) {
            AdaptiveRateLimiter limiter = limiter(limit + "/" + members, limit);
            for (int t = 0; t < 4; t++) {
                callOnAndOn(limiter, going, permits);
            }
        }
        Awaitility.await().until(() -> permits.sum() >= Math.min(limit, 3 * members));
        redis.configResetstat();
        long from = System.nanoTime();
        permits.reset();
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(10))
                .until(() -> System.nanoTime() - from >= nanos);
        double served = permits.sum();
        double seconds = (System.nanoTime() - from) / 1e9;
        Matcher scripts = SCRIPTS.matcher(redis.info("commandstats"));
        assertThat(scripts.find()).isTrue();
        double calls = Long.parseLong(scripts.group(1));
        going.set(false);
        ROWS.add(String.format(
                Locale.ROOT,
                "limit %d/s, %d members: %.0f permits/s, %.3f scripts per permit, %.0f us per script",
                limit,
                members,
                served / seconds,
                calls / served,
                Long.parseLong(scripts.group(2)) / calls));
        assertThat(served).isBetween(limit * seconds * 0.5, limit * (seconds + 0.15) + 5);
        assertThat(calls / served).as("scripts per permit").isLessThan(most);
    }

    private AdaptiveRateLimiter limiter(String budget, int limit) {
        RedisSharedBudget store = opened(RedisSharedBudget.of(client));
        OnRedis.awaitConnected(store);
        AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of(
                budget,
                AdaptiveRateLimiterConfig.custom()
                        .limitForPeriod(limit)
                        .limitRefreshPeriod(Duration.ofSeconds(1))
                        .timeoutDuration(Duration.ofSeconds(5))
                        .sharedBudget(store)
                        .build());
        return opened(limiter);
    }

    private static void callOnAndOn(AdaptiveRateLimiter limiter, AtomicBoolean going, LongAdder permits) {
        Thread caller = new Thread(() -> {
            while (going.get()) {
                if (limiter.acquirePermission()) {
                    limiter.onSuccess();
                    permits.increment();
                }
            }
        });
        caller.setDaemon(true);
        caller.start();
    }
}
