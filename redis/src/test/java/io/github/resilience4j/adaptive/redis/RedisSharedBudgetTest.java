package io.github.resilience4j.adaptive.redis;

import static io.github.resilience4j.adaptive.redis.OnRedis.member;
import static io.github.resilience4j.adaptive.redis.OnRedis.now;
import static io.github.resilience4j.adaptive.redis.OnRedis.refused;
import static io.github.resilience4j.adaptive.redis.OnRedis.reserve;
import static io.github.resilience4j.adaptive.redis.OnRedis.slowMember;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.budget.Answer;
import io.github.resilience4j.adaptive.budget.BudgetEvent;
import io.github.resilience4j.adaptive.budget.BudgetMember;
import io.github.resilience4j.adaptive.budget.BudgetStanding;
import io.github.resilience4j.adaptive.budget.Learned;
import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.keypool.BenchCause;
import io.github.resilience4j.adaptive.keypool.BenchStore;
import io.github.resilience4j.adaptive.keypool.BenchStore.StoredBench;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is special to a budget that is in Redis. */
class RedisSharedBudgetTest {

    private static final String KEY = OnRedis.KEY;
    private static final long WEEK = Duration.ofDays(7).toMillis();

    private static RedisServer server;
    private static RedisClient client;
    private static RedisCommands<String, String> redis;

    private final BudgetMember a = member("maps", "a");
    private final BudgetMember b = member("maps", "b");
    private RedisSharedBudget store;

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
    void open() {
        redis.flushall();
        store = RedisSharedBudget.of(client);
        OnRedis.awaitConnected(store);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void oneHashHoldsABudget() {
        reserve(store, a);
        assertThat(redis.keys("*")).containsExactly(KEY);
        assertThat(redis.type(KEY)).isEqualTo("hash");
    }

    @Test
    void lookingAThousandTimesChangesNeitherTheHashNorItsExpiry() {
        refused(store, a, 0, Duration.ofSeconds(30));
        byte[] before = redis.dump(KEY);
        long expires = redis.pexpiretime(KEY);
        for (int i = 0; i < 1000; i++) {
            assertThat(now(store.snapshot("maps"))).isPresent();
        }
        assertThat(redis.dump(KEY)).isEqualTo(before);
        assertThat(redis.pexpiretime(KEY)).isEqualTo(expires);
    }

    @Test
    void aBudgetIsRememberedAWeekFromTheEndOfItsPause() {
        reserve(store, a);
        assertThat(redis.pttl(KEY)).isBetween(WEEK - 10_000, WEEK);
        refused(store, a, 0, Duration.ofHours(17));
        assertThat(redis.pttl(KEY))
                .isBetween(
                        WEEK + Duration.ofHours(17).toMillis() - 10_000,
                        WEEK + Duration.ofHours(17).toMillis());
    }

    @Test
    void aStopIsRememberedUntilSomebodyResumes() {
        now(store.tell(a, new BudgetEvent.StoppedByHand("migration")));
        assertThat(redis.pttl(KEY)).isEqualTo(-1);
        now(store.tell(b, new BudgetEvent.ResumedByHand()));
        assertThat(redis.pttl(KEY)).isPositive();
    }

    @Test
    void scriptsThatRedisForgotAreSentAgain() {
        BudgetMember slow = slowMember("maps", "a");
        for (int i = 0; i < 3; i++) {
            redis.scriptFlush();
            assertThat(reserve(store, slow).permits()).isEqualTo(i == 0 ? 1 : 0);
            redis.scriptFlush();
            now(store.announce(slow));
            redis.scriptFlush();
            now(store.release(slow, 0, 0));
            redis.scriptFlush();
            assertThat(now(store.snapshot("maps"))).isPresent();
        }
    }

    @Test
    void aKeyThatIsDeletedInAPauseComesBackWithIt() {
        BudgetStanding seen = refused(store, a, 0, Duration.ofSeconds(30));
        redis.del(KEY);
        BudgetStanding back = now(store.announce(a.seeing(seen)));
        assertThat(back.epoch()).isEqualTo(1);
        assertThat(back.pauses().end())
                .isBetween(
                        Duration.ofSeconds(29).toNanos(), Duration.ofSeconds(30).toNanos());
        assertThat(reserve(store, b).permits()).isZero();
    }

    @Test
    void newsIsHeard() {
        CopyOnWriteArrayList<BudgetStanding> heard = new CopyOnWriteArrayList<>();
        try (RedisSharedBudget other = RedisSharedBudget.of(client)) {
            Registration leave = other.subscribe("maps", heard::add);
            Awaitility.await().until(() -> redis.pubsubNumsub(KEY).get(KEY) == 1);
            refused(store, a, 0, Duration.ofSeconds(30));
            Awaitility.await().until(() -> !heard.isEmpty());
            assertThat(heard.get(0).epoch()).isEqualTo(1);
            leave.close();
        }
    }

    @Test
    void aBudgetThatNobodyListensToAnyMoreIsNotSubscribedTo() {
        Registration one = store.subscribe("maps", standing -> {});
        Registration another = store.subscribe("maps", standing -> {});
        Awaitility.await().until(() -> redis.pubsubNumsub(KEY).get(KEY) == 1);
        one.close();
        one.close();
        now(store.announce(a));
        assertThat(redis.pubsubNumsub(KEY)).containsEntry(KEY, 1L);
        another.close();
        Awaitility.await().until(() -> redis.pubsubNumsub(KEY).get(KEY) == 0);
        Registration again = store.subscribe("maps", standing -> {});
        Awaitility.await().until(() -> redis.pubsubNumsub(KEY).get(KEY) == 1);
        again.close();
    }

    @Test
    void aUserWithTheDocumentedRightsCanDoAllOfIt() {
        String rights = "on >secret resetkeys ~resilience4j:adaptive:* resetchannels &resilience4j:adaptive:* -@all"
                + " +evalsha +eval +time +hmget +hget +hset +hdel +hgetall +pexpire +pttl +persist +publish"
                + " +subscribe +unsubscribe +hello +auth +ping";
        assertThatAllWorks("least", rights);
    }

    @Test
    void aUserWhoMayNeitherPublishNorSubscribeCanDoAllElse() {
        String rights = "on >secret resetkeys ~resilience4j:adaptive:* resetchannels -@all"
                + " +evalsha +eval +time +hmget +hget +hset +hdel +hgetall +pexpire +pttl +persist +hello +auth +ping";
        assertThatAllWorks("mute", rights);
    }

    private static void assertThatAllWorks(String user, String rights) {
        redis.dispatch(CommandType.ACL, new StatusOutput<>(StringCodec.UTF8), words("SETUSER " + user + " " + rights));
        RedisURI uri = RedisURI.builder(server.uri())
                .withAuthentication(user, "secret".toCharArray())
                .build();
        RedisClient limited = RedisClient.create(uri);
        try (RedisSharedBudget theirs = RedisSharedBudget.of(limited)) {
            OnRedis.awaitConnected(theirs);
            BudgetMember member = member(user, "a");
            theirs.subscribe(user, standing -> {});
            assertThat(reserve(theirs, member).permits()).isEqualTo(1);
            now(theirs.release(member, 0, 1));
            BudgetStanding seen = refused(theirs, member, 0, Duration.ofSeconds(5));
            now(theirs.tell(member, new BudgetEvent.StoppedByHand("by hand")));
            now(theirs.tell(member, new BudgetEvent.ResumedByHand()));
            now(theirs.announce(member.seeing(seen)));
            assertThat(now(theirs.snapshot(user))).isPresent();
        }
        try (RedisBenchStore theirs = RedisBenchStore.of(limited)) {
            Awaitility.await()
                    .ignoreExceptions()
                    .until(() -> theirs.benches(user).isEmpty());
            Registration registration = theirs.subscribe(user, deafEar());
            Duration hour = Duration.ofHours(1);
            assertThat(theirs.bench(user, new StoredBench("a", BenchCause.THROTTLED, hour, "429", "t")))
                    .isTrue();
            assertThat(theirs.benches(user)).hasSize(1);
            assertThat(theirs.clear(user, "a", "t")).isTrue();
            assertThat(theirs.claimPing(user, "a", hour)).isTrue();
            registration.close();
        } finally {
            limited.shutdown();
        }
    }

    private static BenchStore.Listener deafEar() {
        return new BenchStore.Listener() {
            @Override
            public void benched(StoredBench bench) {}

            @Override
            public void cleared(String key, String token) {}
        };
    }

    private static CommandArgs<String, String> words(String text) {
        CommandArgs<String, String> args = new CommandArgs<>(StringCodec.UTF8);
        for (String word : text.split(" ", -1)) {
            args.add(word);
        }
        return args;
    }

    @Test
    void whatIsNoBudgetIsAnError() {
        redis.set(KEY, "something else");
        assertThatThrownBy(() -> reserve(store, a)).hasStackTraceContaining("WRONGTYPE");
        redis.del(KEY);
        reserve(store, a);
        redis.hset(KEY, "regime", "9 to be understood by later versions");
        assertThatThrownBy(() -> reserve(store, a)).hasStackTraceContaining("is kept in form 9");
    }

    /** Before it knew bursts and pauses that had been too short, the form ended six words earlier. */
    @Test
    void theFormBeforeThisOneIsStillRead() {
        reserve(store, a);
        redis.hset(KEY, "regime", redis.hget(KEY, "regime").replaceAll("^2 (.*)( \\S+){6}$", "1 $1"));

        assertThat(reserve(store, a).standing().learned()).isEqualTo(Learned.NOTHING);
        var unused = now(store.tell(a, new BudgetEvent.Answered(new Answer(Answer.Meaning.REFUSED, -1), 0, 0, 0)));
        assertThat(redis.hget(KEY, "regime")).startsWith("2 ");
    }

    @Test
    void whatIsNotThereIsRefusedAtOnceAndNotWhenItIsUsed() {
        RedisClusterClient nowhere = null;
        assertThatThrownBy(() -> RedisSharedBudget.of(nowhere)).hasMessage("client");
        assertThatThrownBy(() -> RedisSharedBudget.of(client, null)).hasMessage("config");
    }

    @Test
    void settingsAreCheckedWhenBuilt() {
        assertThatThrownBy(
                        () -> RedisSharedBudgetConfig.custom().keyPrefix("a{b").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("keyPrefix is 'a{b'");
        assertThatThrownBy(() -> RedisSharedBudgetConfig.custom()
                        .keepFor(Duration.ofSeconds(1))
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("keepFor is PT1S, it must be between PT1M and PT87600H");
        RedisSharedBudgetConfig.Builder noPrefix =
                RedisSharedBudgetConfig.custom().keyPrefix(null);
        assertThatThrownBy(noPrefix::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("keyPrefix is null");
        RedisSharedBudgetConfig.Builder noTime =
                RedisSharedBudgetConfig.custom().keepFor(null);
        assertThatThrownBy(noTime::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("keepFor is null");
    }
}
