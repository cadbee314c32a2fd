package io.github.resilience4j.adaptive.redis;

import static io.github.resilience4j.adaptive.redis.OnRedis.member;
import static io.github.resilience4j.adaptive.redis.OnRedis.now;
import static io.github.resilience4j.adaptive.redis.OnRedis.refused;
import static io.github.resilience4j.adaptive.redis.OnRedis.reserve;
import static io.github.resilience4j.adaptive.redis.OnRedis.slowMember;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.budget.BudgetMember;
import io.github.resilience4j.adaptive.budget.BudgetStanding;
import io.github.resilience4j.adaptive.keypool.BenchCause;
import io.github.resilience4j.adaptive.keypool.BenchStore.StoredBench;
import io.lettuce.core.MigrateArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three masters. The client is the user's. */
class RedisClusterTest extends ClosesWhatItOpened {

    private static final int NODES = 3;
    private static final String[] OPTIONS = {"--cluster-enabled", "yes", "--cluster-node-timeout", "2000"};

    private final List<RedisServer> servers = new ArrayList<>();
    private final List<RedisCommands<String, String>> nodes = new ArrayList<>();
    private RedisClusterClient client;

    @BeforeEach
    void start() {
        for (int i = 0; i < NODES; i++) {
            RedisServer server = opened(RedisServer.start(OPTIONS));
            servers.add(server);
            nodes.add(opened(RedisClient.create(server.uri())).connect().sync());
        }
        for (int i = 0; i < NODES; i++) {
            int first = SlotHash.SLOT_COUNT * i / NODES;
            nodes.get(i)
                    .clusterAddSlots(IntStream.range(first, SlotHash.SLOT_COUNT * (i + 1) / NODES)
                            .toArray());
        }
        for (RedisServer other : servers.subList(1, NODES)) {
            nodes.get(0).clusterMeet("127.0.0.1", other.port());
        }
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> nodes.stream()
                        .allMatch(node -> node.clusterInfo().contains("cluster_state:ok")
                                && node.clusterInfo().contains("cluster_known_nodes:" + NODES)));
        client = opened(RedisClusterClient.create(servers.get(0).uri()));
    }

    private static int ownerOf(String key) {
        return SlotHash.getSlot(key) * NODES / SlotHash.SLOT_COUNT;
    }

    @Test
    void budgetsAndBenchesAreOnTheNodesOfTheirSlots() {
        RedisSharedBudget store = opened(RedisSharedBudget.of(client));
        RedisBenchStore benches = opened(RedisBenchStore.of(client));
        OnRedis.awaitConnected(store);
        Awaitility.await()
                .ignoreExceptions()
                .until(() -> benches.benches("maps").isEmpty());
        for (int i = 0; i < 20; i++) {
            BudgetMember one = slowMember("budget-" + i, "a");
            assertThat(reserve(store, one).permits()).isEqualTo(1);
            assertThat(reserve(store, slowMember("budget-" + i, "b")).permits()).isZero();
            benches.bench("pool-" + i, new StoredBench("k", BenchCause.THROTTLED, Duration.ofHours(1), "429", "t"));
        }
        int keys = 0;
        for (int i = 0; i < NODES; i++) {
            List<String> here = nodes.get(i).keys("*");
            assertThat(here).as("on node %d", i).isNotEmpty();
            keys += here.size();
        }
        assertThat(keys).isEqualTo(40);
    }

    @Test
    void aSlotThatMovesTakesItsBudgetAlong() {
        RedisSharedBudget store = opened(RedisSharedBudget.of(client));
        OnRedis.awaitConnected(store);
        BudgetMember a = member("maps", "a");
        BudgetStanding before = refused(store, a, 0, Duration.ofMinutes(10));
        assertThat(before.epoch()).isEqualTo(1);

        move(SlotHash.getSlot(OnRedis.KEY), ownerOf(OnRedis.KEY), (ownerOf(OnRedis.KEY) + 1) % NODES);

        BudgetStanding after = now(store.announce(a.seeing(before)));
        assertThat(after.epoch()).isEqualTo(1);
        assertThat(after.pauses().end()).isGreaterThan(Duration.ofMinutes(5).toNanos());
        assertThat(nodes.get((ownerOf(OnRedis.KEY) + 1) % NODES).keys("*")).contains(OnRedis.KEY);
        assertThat(nodes.get(ownerOf(OnRedis.KEY)).keys("*")).doesNotContain(OnRedis.KEY);
    }

    /** As {@code redis-cli --cluster reshard} does it. */
    private void move(int slot, int from, int to) {
        nodes.get(to).clusterSetSlotImporting(slot, nodes.get(from).clusterMyId());
        nodes.get(from).clusterSetSlotMigrating(slot, nodes.get(to).clusterMyId());
        for (String key : nodes.get(from).clusterGetKeysInSlot(slot, 100)) {
            nodes.get(from).migrate("127.0.0.1", servers.get(to).port(), 0, 5_000, MigrateArgs.Builder.keys(key));
        }
        for (int node : new int[] {to, from}) {
            nodes.get(node).clusterSetSlotNode(slot, nodes.get(to).clusterMyId());
        }
    }
}
