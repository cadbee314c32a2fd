package io.github.resilience4j.adaptive.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

    /** Longer, for a figure: {@code -Dredis.seconds=30}. What was counted is in {@code target/four-jvms.txt}. */
    private static final int SECONDS = Integer.getInteger("redis.seconds", 4);

    private static final List<String> FIGURES = new ArrayList<>();

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
        Files.write(Path.of("target", "four-jvms.txt"), FIGURES);
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

    /**
     * A tenth is the share of a machine that is busy: who does not hear of Redis in 50 ms goes on with a share of its own.
     * Three tenths are that of one that is very busy.
     */
    private static void assertWithinLimit(long from, long to) {
        assertThat(upstream.mostInASecond(from, to))
                .as("calls in any second")
                .isLessThanOrEqualTo(LIMIT + BURST + 3 * LIMIT / 10);
    }

    /** Some of it, for who shares a machine with ten others gets on slowly; the time is up to them too. */
    private static void assertUsedAgain() {
        long end = System.nanoTime() + 60 * SECOND;
        while (upstream.count(System.nanoTime() - SECOND, System.nanoTime()) < LIMIT * 3 / 10) {
            assertThat(System.nanoTime()).as("the budget is used again in time").isLessThan(end);
            let(100 * MILLI);
        }
    }

    private void assertOneCut() {
        assertThat(redis.hget(key(), "regime").split(" ", -1)[4]).as("cuts").isEqualTo("1");
    }

    /**
     * From the beginning, so that the count is exact: a call leaves later than its permit was granted, never earlier. What is
     * more comes of a machine that is too busy to answer in 50 ms.
     */
    @Test
    void togetherTheyStayWithinOneBudgetAndUseIt() {
        long from = System.nanoTime();
        openAndCall();
        long to = let(SECONDS * SECOND);
        int most = (int) (LIMIT * (to - from) / SECOND) + BURST;
        int count = upstream.count(from, to);
        FIGURES.add(String.format(
                Locale.ROOT,
                "%d/s, burst %d, %.1f s: %d calls of %d, at most %d in a second",
                LIMIT,
                BURST,
                (to - from) / 1e9,
                count,
                most,
                upstream.mostInASecond(from, to)));
        assertThat(count).isBetween(most * 4 / 10, most + most / 10);
        assertWithinLimit(from, to);
    }

    @Test
    void oneIsRefusedAllStopAndOneProbeLeaves() {
        openAndCall();
        upstream.refuse(20, 2);
        let(500 * MILLI);
        upstream.refuse(0, 0);
        long stopped = System.nanoTime();
        let(SECOND);
        long pauseEnd = upstream.refusedAt() + 2 * SECOND;
        assertThat(upstream.count(stopped, pauseEnd)).as("calls in the pause").isZero();
        assertOneCut();
        assertPacedAfter(pauseEnd);
    }

    private static void assertPacedAfter(long pauseEnd) {
        let(pauseEnd + 2 * SECOND - System.nanoTime());
        long to = System.nanoTime();
        int most = (int) (LIMIT / 2 * (to - pauseEnd) / SECOND) + BURST;
        assertThat(upstream.count(pauseEnd, to))
                .as("paced at half the rate, and a little more as it recovers")
                .isBetween(1, most + most / 10);
        assertUsedAgain();
    }

    @Test
    void twoHundredRefusalsAtOnceAreOneCutAndWhoWaitsLeavesPaced() {
        budget = "budget-" + BUDGETS.incrementAndGet();
        upstream.gather(200, 2);
        members.tellAll("open " + budget + " " + LIMIT + " " + BURST);
        members.tellAll("call 50");
        while (upstream.isGathering()) {
            let(10 * MILLI);
        }
        let(SECOND);
        long refused = upstream.refusedAt();
        long pauseEnd = refused + 2 * SECOND;
        assertThat(upstream.between(refused, pauseEnd))
                .as("nobody leaves early")
                .isEmpty();
        assertOneCut();
        assertPacedAfter(pauseEnd);
        assertThat(upstream.between(refused, System.nanoTime())[0]).isGreaterThanOrEqualTo(pauseEnd);
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
        assertThat(upstream.count(half, thawed)).isBetween(LIMIT * 4 * 3 / 10, LIMIT * 4);
        assertWithinLimit(from, to);
        assertUsedAgain();
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
        let(2 * SECOND);
        long pauseEnd = upstream.refusedAt() + 4 * SECOND;
        assertThat(upstream.count(from, pauseEnd)).as("calls in the pause").isZero();
        assertOneCut();
        assertPacedAfter(pauseEnd);
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
        assertUsedAgain();
    }

    private enum Fault {
        DELAYED,
        SWALLOWED,
        RESET;

        void strike(Wiretap way) {
            switch (this) {
                case DELAYED -> way.delay(30);
                case SWALLOWED -> way.swallow();
                case RESET -> way.cut();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void oneMemberIsCutOffAndTheTotalHolds(Fault fault) {
        openAndCall();
        long[] before = waitsOfAll();
        long from = System.nanoTime();
        fault.strike(members.wayOf(0));
        let(2 * SECOND);
        members.wayOf(0).mend();
        long to = let(SECOND);
        long[] after = waitsOfAll();
        FIGURES.add(String.format(
                Locale.ROOT,
                "one of four %s for 2 s: at most %d in a second; waited p50 %d ms instead of %d, p99 %d instead of %d",
                fault,
                upstream.mostInASecond(from, to),
                quantile(after, 50),
                quantile(before, 50),
                quantile(after, 99),
                quantile(before, 99)));
        assertWithinLimit(from, to);
        assertUsedAgain();
    }

    private static long[] waitsOfAll() {
        return IntStream.range(0, Members.COUNT)
                .mapToObj(members::waitsOf)
                .flatMapToLong(Arrays::stream)
                .sorted()
                .toArray();
    }

    private static long quantile(long[] sorted, int percent) {
        return sorted.length == 0 ? 0 : sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
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
        assertThat(upstream.count(from, flooded)).as("staging alone").isBetween(2, 2 * LIMIT / 10 + 4);
        members.tell(2, "open " + budget + " " + LIMIT + " " + BURST);
        members.tell(2, "call 8");
        let(SECOND);
        long begin = System.nanoTime();
        long end = let(2 * SECOND);
        assertThat(upstream.count(begin, end))
                .as("and production, of which staging can have a tenth")
                .isBetween(3 * LIMIT / 10, LIMIT * 2 + BURST + LIMIT / 2);
    }
}
