package io.github.resilience4j.adaptive.redis.internal;

import io.github.resilience4j.adaptive.budget.BudgetEvent;
import io.github.resilience4j.adaptive.budget.BudgetMember;
import io.github.resilience4j.adaptive.budget.BudgetPriority;
import io.github.resilience4j.adaptive.budget.BudgetSettings;
import io.github.resilience4j.adaptive.budget.SharedBudget;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.adaptive.redis.RedisServer;
import io.github.resilience4j.adaptive.redis.RedisSharedBudgetConfig;
import io.github.resilience4j.adaptive.test.SharedBudgetCompatibilityKit;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** What every store promises, by the scripts on a real Redis whose clock is the test's: it is kept in a key. */
class RedisSharedBudgetKitTest extends SharedBudgetCompatibilityKit {

    private static final String CLOCK_OF_THE_TEST =
            "local function clock() return tonumber(redis.call('GET', 'clock')) end\n";

    private static final BudgetSettings SETTINGS =
            AdaptiveRateLimiterConfig.ofDefaults().toBudgetSettings();

    private static RedisServer server;
    private static RedisClient client;

    private LettuceSharedBudget store;
    private long clock = 1_700_000_000L * 1_000_000_000L;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        client = RedisClient.create(server.uri());
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
        store = LettuceSharedBudget.of(client, RedisSharedBudgetConfig.ofDefaults(), CLOCK_OF_THE_TEST);
        Awaitility.await().until(() -> store.commands() != null);
        letRedisKnowTheScripts();
        lose();
    }

    /** A script that is sent as text after all comes behind what was sent meanwhile, which the kit does not expect. */
    private void letRedisKnowTheScripts() {
        advance(Duration.ZERO);
        BudgetMember member = new BudgetMember("first", "first", SETTINGS);
        now(store.reserve(member, 1, 0, BudgetPriority.INTERACTIVE));
        now(store.release(member, 0, 1));
        now(store.tell(member, new BudgetEvent.Drained()));
        now(store.announce(member));
        now(store.snapshot("first"));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private RedisClusterAsyncCommands<String, String> redis() {
        return Objects.requireNonNull(store.commands());
    }

    @Override
    protected SharedBudget store() {
        return store;
    }

    @Override
    protected long clock() {
        return clock;
    }

    @Override
    protected void advance(Duration time) {
        clock += time.toNanos();
        var unused = redis().set("clock", Long.toString(Math.floorDiv(clock, 1000)));
    }

    @Override
    protected void lose() {
        var unused = redis().flushall();
        advance(Duration.ZERO);
    }

    /** A million in all with {@code -Dredis.commands=250000}. */
    @Override
    protected int commands() {
        return Integer.getInteger("redis.commands", 10_000);
    }

    @Override
    protected void awaitHeard(Runnable assertion) {
        Awaitility.await().untilAsserted(assertion::run);
    }
}
