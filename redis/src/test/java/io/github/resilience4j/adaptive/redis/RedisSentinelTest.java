package io.github.resilience4j.adaptive.redis;

import static io.github.resilience4j.adaptive.redis.OnRedis.member;
import static io.github.resilience4j.adaptive.redis.OnRedis.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.budget.BudgetMember;
import io.github.resilience4j.adaptive.budget.BudgetStanding;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.sentinel.api.sync.RedisSentinelCommands;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A master, a replica and a sentinel that makes one of the other. The client is the user's and knows the sentinel only. */
class RedisSentinelTest extends ClosesWhatItOpened {

    private static final Duration FAILOVER = Duration.ofMinutes(1);

    private final BudgetMember a = member("maps", "a");

    @Test
    void afterAFailoverTheNewMasterGoesOnWithThePause() {
        RedisServer master = opened(RedisServer.start("--repl-diskless-sync-delay", "0"));
        RedisServer replica = opened(RedisServer.start("--replicaof", "127.0.0.1", Integer.toString(master.port())));
        RedisServer sentinel = opened(RedisServer.startSentinel(
                "sentinel monitor budgets 127.0.0.1 " + master.port() + " 1",
                "sentinel down-after-milliseconds budgets 1000",
                "sentinel failover-timeout budgets 5000"));
        RedisSentinelCommands<String, String> sentinels = opened(RedisClient.create(sentinel.uri()))
                .connectSentinel(sentinel.uri())
                .sync();
        Awaitility.await()
                .until(() -> sentinels.replicas("budgets").stream()
                        .anyMatch(known -> known.get("port").equals(Integer.toString(replica.port()))
                                && known.get("master-link-status").equals("ok")));
        RedisURI uri = RedisURI.Builder.sentinel("127.0.0.1", sentinel.port(), "budgets")
                .withTimeout(Duration.ofSeconds(2))
                .build();
        RedisSharedBudget store = opened(RedisSharedBudget.of(opened(RedisClient.create(uri))));
        RedisBenchStore benches = opened(RedisBenchStore.of(opened(RedisClient.create(uri))));
        OnRedis.awaitConnected(store);
        BudgetStanding seen = refused(store, a, 0, Duration.ofMinutes(10));
        assertThat(seen.epoch()).isEqualTo(1);

        master.kill();

        Awaitility.await().atMost(FAILOVER).ignoreExceptions().untilAsserted(() -> {
            BudgetStanding after =
                    store.announce(a.seeing(seen)).toCompletableFuture().get(1, TimeUnit.SECONDS);
            assertThat(after.epoch()).isEqualTo(1);
            assertThat(after.pauses().end()).isGreaterThan(Duration.ofMinutes(5).toNanos());
        });
        Awaitility.await()
                .atMost(FAILOVER)
                .ignoreExceptions()
                .until(() -> benches.benches("maps").isEmpty());
        assertThat(opened(RedisClient.create(replica.uri())).connect().sync().exists(OnRedis.KEY))
                .isEqualTo(1);
    }
}
