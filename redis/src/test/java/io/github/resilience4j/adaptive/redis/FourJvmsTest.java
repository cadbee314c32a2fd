package io.github.resilience4j.adaptive.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Four JVMs that want more than there is, one Redis, and an upstream that counts. They share the cores with it: bounds on
 * what passes are exact, bounds on times generous.
 */
class FourJvmsTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;
    private static final int LIMIT = 100;
    private static final int BURST = 5;
    private static final AtomicInteger BUDGETS = new AtomicInteger();

    private static RedisServer server;
    private static Upstream upstream;
    private static Members members;
    private static RedisClient client;
    private static RedisCommands<String, String> redis;

    private String budget = "";

    @BeforeAll
    static void start() throws IOException {
        server = RedisServer.start();
        upstream = new Upstream();
        members = new Members(server.port(), upstream.port());
        client = RedisClient.create(server.uri());
        redis = client.connect().sync();
    }

    @AfterAll
    static void stop() throws IOException {
        if (members != null) {
            members.close();
            upstream.close();
            client.shutdown();
        }
        if (server != null) {
            server.close();
        }
    }

    @AfterEach
    void closeLimiters() {
        members.tellAll("close");
    }

    private void openAndCall() {
        budget = "budget-" + BUDGETS.incrementAndGet();
        members.tellAll("open " + budget + " " + LIMIT + " " + BURST);
        members.tellAll("call 8");
        let(1500 * MILLI);
    }

    private String key() {
        return RedisSharedBudgetConfig.ofDefaults().keyOf(budget);
    }

    /** Time passes for everybody. */
    private static long let(long nanos) {
        long until = System.nanoTime() + nanos;
        while (System.nanoTime() < until) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
        return until;
    }

    private static void assertWithinLimit(long from, long to) {
        assertThat(upstream.mostInASecond(from, to))
                .as("calls in any second")
                .isLessThanOrEqualTo(LIMIT + BURST + LIMIT / 10);
    }

    private void assertUsedAgain(long within) {
        long from = System.nanoTime();
        long end = from + within;
        while (upstream.count(System.nanoTime() - SECOND, System.nanoTime()) < LIMIT * 3 / 5) {
            assertThat(System.nanoTime()).as("the budget is used again in time").isLessThan(end);
            let(100 * MILLI);
        }
    }

    @Test
    void togetherTheyStayWithinOneBudgetAndUseIt() {
        openAndCall();
        long from = System.nanoTime();
        long to = let(4 * SECOND);
        assertThat(upstream.count(from, to)).isBetween(LIMIT * 4 * 8 / 10, LIMIT * 4 + BURST + LIMIT / 10);
        assertWithinLimit(from, to);
    }

    @Test
    void oneIsRefusedAllStopAndOneProbeLeaves() {
        openAndCall();
        upstream.refuse(20, 2);
        let(500 * MILLI);
        long stopped = System.nanoTime();
        long told = let(SECOND);
        assertThat(upstream.count(stopped, told)).as("calls in the pause").isZero();
        assertThat(redis.hget(key(), "regime").split(" ", -1)[4]).as("one cut").isEqualTo("1");
        upstream.refuse(0, 0);
        assertUsedAfterPause();
    }

    private void assertUsedAfterPause() {
        long before = System.nanoTime();
        let(3 * SECOND);
        long after = System.nanoTime();
        assertThat(upstream.count(before, after)).as("paced at half the rate").isBetween(20, 2 * LIMIT);
        assertWithinLimit(before, after);
    }

    @Test
    void withoutRedisForFiveSecondsEachGoesOnWithAShareAndNoBurstFollows() {
        openAndCall();
        long from = System.nanoTime();
        server.freeze();
        long half = let(SECOND);
        long thawed = let(4 * SECOND);
        server.thaw();
        long to = let(3 * SECOND);
        assertThat(upstream.count(half, thawed)).isBetween(LIMIT * 4 / 2, LIMIT * 4);
        assertWithinLimit(from, to);
        assertUsedAgain(10 * SECOND);
    }

    @Test
    void aRedisThatComesBackEmptyLearnsFromItsMembersInAPause() {
        openAndCall();
        upstream.refuse(20, 4);
        let(500 * MILLI);
        upstream.refuse(0, 0);
        server.kill();
        let(300 * MILLI);
        server.restart();
        long from = System.nanoTime();
        long to = let(2 * SECOND);
        assertThat(upstream.count(from, to)).as("calls in the pause").isZero();
        assertThat(redis.hget(key(), "regime").split(" ", -1)[4])
                .as("the epoch")
                .isEqualTo("1");
        assertUsedAfterLongPause(to);
    }

    private void assertUsedAfterLongPause(long from) {
        long to = let(4 * SECOND);
        assertThat(upstream.count(from, to)).isGreaterThan(20);
        assertWithinLimit(from, to);
    }

    @Test
    void forgottenScriptsBrokenConnectionsAndALostKeyAreNotNoticedUpstream() {
        openAndCall();
        long from = System.nanoTime();
        redis.scriptFlush();
        let(SECOND);
        redis.clientKill(KillArgs.Builder.typeNormal().skipme());
        let(SECOND);
        redis.del(key());
        let(SECOND);
        redis.scriptFlush();
        long to = let(SECOND);
        assertWithinLimit(from, to);
        assertUsedAgain(5 * SECOND);
    }

    @Test
    void oneMemberIsCutOffInThreeWaysAndTheTotalHolds() {
        openAndCall();
        long from = System.nanoTime();
        members.wayOf(0).delay(30);
        let(SECOND);
        members.wayOf(0).swallow();
        let(SECOND);
        members.wayOf(0).mend();
        let(SECOND);
        members.wayOf(0).cut();
        let(SECOND);
        members.wayOf(0).mend();
        long to = let(SECOND);
        assertThat(upstream.mostInASecond(from, to))
                .as("what it goes on with is its own share, which the others do not know of")
                .isLessThanOrEqualTo(LIMIT + BURST + LIMIT / 4 + LIMIT / 10);
        assertUsedAgain(5 * SECOND);
    }

    @Test
    void stagingThatFloodsLeavesProductionNineTenths() {
        budget = "budget-" + BUDGETS.incrementAndGet();
        members.tell(0, "open " + budget + " " + LIMIT + " " + BURST + " staging 0.1");
        members.tell(1, "open " + budget + " " + LIMIT + " " + BURST + " staging 0.1");
        members.tell(0, "call 8");
        members.tell(1, "call 8");
        let(SECOND);
        long from = System.nanoTime();
        long flooded = let(2 * SECOND);
        assertThat(upstream.count(from, flooded)).as("staging alone").isBetween(10, 2 * LIMIT / 10 + 4);
        members.tell(2, "open " + budget + " " + LIMIT + " " + BURST);
        members.tell(2, "call 8");
        let(SECOND);
        long begin = System.nanoTime();
        long end = let(2 * SECOND);
        assertThat(upstream.count(begin, end))
                .as("and production")
                .isBetween(LIMIT * 2 * 8 / 10, LIMIT * 2 + BURST + LIMIT / 10);
    }
}
