package io.github.resilience4j.adaptive.redis.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.budget.Answer;
import io.github.resilience4j.adaptive.budget.Answer.Meaning;
import io.github.resilience4j.adaptive.budget.BudgetEvent.Answered;
import io.github.resilience4j.adaptive.budget.BudgetGrant;
import io.github.resilience4j.adaptive.budget.BudgetMember;
import io.github.resilience4j.adaptive.budget.BudgetPriority;
import io.github.resilience4j.adaptive.budget.BudgetStanding;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.adaptive.ratelimiter.Recovery;
import io.github.resilience4j.adaptive.redis.RedisServer;
import io.github.resilience4j.adaptive.redis.RedisSharedBudgetConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A budget recovers as a whole: how many share it has nothing to do with how long that takes. */
class RecoveryTest {

    private static final String CLOCK_OF_THE_TEST =
            "local function clock() return tonumber(redis.call('GET', 'clock')) end\n";
    private static final int LIMIT = 200;
    private static final long STEP_MICROS = 200_000;
    private static final int MOST_STEPS = 2_000;

    /** So often each member asks in a step: together they want more than there is. */
    private static final int ASKED = 4;

    private static RedisServer server;
    private static RedisClient client;

    private long clock = 1_700_000_000_000_000L;

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

    @ParameterizedTest
    @EnumSource
    void takesEquallyLongForOneForFourAndForSixteen(Recovery shape) {
        double alone = secondsToRecover(shape, 1);
        assertThat(alone).isGreaterThan(5);
        for (int members : new int[] {4, 16}) {
            assertThat(secondsToRecover(shape, members))
                    .as("%d members", members)
                    .isCloseTo(alone, Percentage.withPercentage(2));
        }
    }

    /** From the cut until three quarters of the limit are back: nearer to where it was cut it goes on slowly. */
    private double secondsToRecover(Recovery shape, int count) {
        try (LettuceSharedBudget store =
                LettuceSharedBudget.of(client, RedisSharedBudgetConfig.ofDefaults(), CLOCK_OF_THE_TEST)) {
            Awaitility.await().until(() -> store.commands() != null);
            List<BudgetMember> members = members(shape, count);
            for (int i = 0; i < 50; i++) {
                step(store, members);
            }
            Answer refused = new Answer(Meaning.REFUSED, Duration.ofSeconds(1).toNanos());
            BudgetStanding cut = now(store.tell(members.get(0), new Answered(refused, 0, BudgetGrant.NO_PROBE, 0)));
            assertThat(cut.epoch()).isEqualTo(1);
            for (int steps = 1; steps <= MOST_STEPS; steps++) {
                step(store, members);
                if (now(store.announce(members.get(0))).permitsPerSecond() >= LIMIT * 0.75) {
                    return steps * STEP_MICROS / 1e6;
                }
            }
            throw new AssertionError("not recovered after " + MOST_STEPS * STEP_MICROS / 1e6 + " s");
        }
    }

    private static List<BudgetMember> members(Recovery shape, int count) {
        AdaptiveRateLimiterConfig config = AdaptiveRateLimiterConfig.custom()
                .limitForPeriod(LIMIT)
                .limitRefreshPeriod(Duration.ofSeconds(1))
                .burst(LIMIT)
                .recovery(shape)
                .recoveryDuration(Duration.ofSeconds(20))
                .build();
        return IntStream.range(0, count)
                .mapToObj(i -> new BudgetMember(shape + "-" + count, "m" + i, config.toBudgetSettings()))
                .toList();
    }

    /** Time passes, and everybody asks for more than there is. */
    private void step(LettuceSharedBudget store, List<BudgetMember> members) {
        clock += STEP_MICROS;
        RedisClusterAsyncCommands<String, String> redis = Objects.requireNonNull(store.commands());
        var unused = redis.set("clock", Long.toString(clock));
        List<CompletableFuture<BudgetGrant>> asked = new ArrayList<>();
        for (BudgetMember member : members) {
            for (int i = 0; i < ASKED; i++) {
                asked.add(
                        store.reserve(member, 1, 0, BudgetPriority.INTERACTIVE).toCompletableFuture());
            }
        }
        for (int i = 0; i < asked.size(); i++) {
            BudgetGrant grant = now(asked.get(i));
            if (grant.probe() != BudgetGrant.NO_PROBE) {
                Answer accepted = new Answer(Meaning.ACCEPTED, Answer.UNNAMED);
                now(store.tell(
                        members.get(i / ASKED),
                        new Answered(accepted, grant.standing().epoch(), grant.probe(), 0)));
            }
        }
    }

    private static <T> T now(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }
}
