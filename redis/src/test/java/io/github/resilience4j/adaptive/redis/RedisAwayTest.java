package io.github.resilience4j.adaptive.redis;

import static io.github.resilience4j.adaptive.redis.OnRedis.member;
import static io.github.resilience4j.adaptive.redis.OnRedis.now;
import static io.github.resilience4j.adaptive.redis.OnRedis.refused;
import static io.github.resilience4j.adaptive.redis.OnRedis.reserve;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.budget.BudgetGrant;
import io.github.resilience4j.adaptive.budget.BudgetMember;
import io.github.resilience4j.adaptive.budget.BudgetPriority;
import io.github.resilience4j.adaptive.budget.BudgetStanding;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** A Redis that is away, comes back, forgets, or was not the master after all. */
class RedisAwayTest extends ClosesWhatItOpened {

    private static final String KEY = OnRedis.KEY;

    private final BudgetMember a = member("maps", "a");

    private RedisClient client(int port) {
        return opened(RedisClient.create(RedisURI.create("127.0.0.1", port)));
    }

    private RedisSharedBudget store(RedisClient client) {
        return opened(RedisSharedBudget.of(client));
    }

    @Test
    void aRedisThatIsNotThereYetHoldsUpNobody() throws IOException {
        int port = RedisServer.freePort();
        RedisSharedBudget store = store(client(port));
        AdaptiveRateLimiterConfig config = AdaptiveRateLimiterConfig.custom()
                .limitForPeriod(1000)
                .limitRefreshPeriod(Duration.ofSeconds(1))
                .sharedBudget(store)
                .build();
        AdaptiveRateLimiter limiter = opened(AdaptiveRateLimiter.of("maps", config));
        assertThat(limiter.acquirePermission(1, Duration.ofSeconds(30))).isTrue();
        assertThat(store.announce(a).toCompletableFuture()).isCompletedExceptionally();
    }

    @RepeatedTest(5)
    void whatWasOnItsWayWhenAConnectionBrokeHasFailedAndIsNotSentAgain() throws IOException {
        RedisServer server = opened(RedisServer.start());
        Wiretap way = opened(new Wiretap(server.port()));
        RedisSharedBudget store = store(client(way.port()));
        OnRedis.awaitConnected(store);
        way.swallow();
        List<CompletableFuture<BudgetGrant>> asked = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            asked.add(store.reserve(a, 1, 0, BudgetPriority.INTERACTIVE).toCompletableFuture());
        }
        way.mend();
        Awaitility.await()
                .untilAsserted(() ->
                        assertThat(asked).allSatisfy(grant -> assertThat(grant).isCompletedExceptionally()));
        OnRedis.awaitConnected(store);
        assertThat(now(store.snapshot("maps"))).as("nothing has reached it").isEmpty();
    }

    @Test
    void aRedisThatStandsStillAnswersLateAndIsNotAskedTwice() {
        RedisServer server = opened(RedisServer.start());
        RedisSharedBudget store = store(client(server.port()));
        OnRedis.awaitConnected(store);
        reserve(store, a);
        server.freeze();
        CompletableFuture<BudgetStanding> late = store.release(a, 0, -5).toCompletableFuture();
        assertThat(late).isNotDone();
        server.thaw();
        now(late);
        assertThat(reserve(store, a).startsIn())
                .as("five owed, once")
                .isBetween(
                        Duration.ofMillis(1).toNanos(), Duration.ofMillis(700).toNanos());
    }

    @Test
    void aRedisThatWritesToItsDiskRemembersAPauseOverAKill() {
        RedisServer server = opened(RedisServer.start("--appendonly", "yes", "--appendfsync", "always"));
        RedisSharedBudget store = store(client(server.port()));
        OnRedis.awaitConnected(store);
        refused(store, a, 0, Duration.ofSeconds(60));
        server.kill();
        server.restart();
        OnRedis.awaitConnected(store);
        BudgetStanding after = now(store.announce(a));
        assertThat(after.epoch()).isEqualTo(1);
        assertThat(after.pauses().end()).isBetween(30 * OnRedis.SECOND, 60 * OnRedis.SECOND);
    }

    @Test
    void aReplicaThatIsPromotedGoesOnWithThePause() throws IOException {
        RedisServer master = opened(RedisServer.start("--repl-diskless-sync-delay", "0"));
        RedisServer replica = opened(RedisServer.start("--replicaof", "127.0.0.1", Integer.toString(master.port())));
        Wiretap way = opened(new Wiretap(master.port()));
        RedisSharedBudget store = store(client(way.port()));
        OnRedis.awaitConnected(store);
        BudgetStanding seen = refused(store, a, 0, Duration.ofSeconds(60));
        var onReplica = client(replica.port()).connect().sync();
        var onMaster = client(master.port()).connect().sync();
        Awaitility.await().until(() -> onReplica.exists(KEY) == 1);
        onReplica.replicaofNoOne();
        onMaster.replicaof("127.0.0.1", replica.port());
        way.leadTo(replica.port());
        Awaitility.await().ignoreExceptions().untilAsserted(() -> {
            BudgetStanding after =
                    store.announce(a.seeing(seen)).toCompletableFuture().get(1, TimeUnit.SECONDS);
            assertThat(after.epoch()).isEqualTo(1);
            assertThat(after.pauses().end()).isBetween(30 * OnRedis.SECOND, 61 * OnRedis.SECOND);
        });
        assertThat(onReplica.hget(KEY, "m:a")).isNotNull();
    }
}
