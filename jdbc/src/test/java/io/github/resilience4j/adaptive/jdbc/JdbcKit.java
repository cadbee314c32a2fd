package io.github.resilience4j.adaptive.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.queue.QueueStore;
import io.github.resilience4j.adaptive.queue.RetryQueue;
import io.github.resilience4j.adaptive.queue.RetryQueueConfig;
import io.github.resilience4j.adaptive.test.QueueStoreCompatibilityKit;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a table promises, on whichever database. The database's clock is the real one: to move it, what is in the table is moved back. */
abstract class JdbcKit extends QueueStoreCompatibilityKit {

    private static final AtomicInteger TABLES = new AtomicInteger();

    private String table = "";
    private JdbcQueueStore store;

    abstract DataSource dataSource();

    @BeforeEach
    void createTheTable() {
        table = "queue_" + TABLES.incrementAndGet();
        store = JdbcQueueStore.of(
                dataSource(), JdbcQueueStoreConfig.custom().tableName(table).build());
        store.createTable();
        store.createTable();
    }

    @Override
    protected QueueStore store() {
        return store;
    }

    @Override
    protected void advance(Duration time) {
        long micros = time.toNanos() / 1_000;
        update("UPDATE " + table + " SET not_before = not_before - " + micros
                + ", claimed_until = CASE WHEN claimed_until = 0 THEN 0 ELSE claimed_until - " + micros + " END");
    }

    @Override
    protected int commands() {
        return 300;
    }

    private void update(String sql) {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Two queues on one table are two JVMs, as far as they can tell. */
    @Test
    void nothingIsLostNothingTwiceAndNoKeyOvertakesItself() throws InterruptedException {
        int keys = 10;
        int each = 30;
        ConcurrentMap<String, List<Integer>> done = new ConcurrentHashMap<>();
        CountDownLatch left = new CountDownLatch(keys * each);
        RetryQueueConfig config = RetryQueueConfig.custom()
                .store(store)
                .workers(4)
                .backoff(attempts -> 1L)
                .pollInterval(Duration.ofMillis(20))
                .build();
        try (RetryQueue<String> one = RetryQueue.of("crowd", config);
                RetryQueue<String> other = RetryQueue.of("crowd", config)) {
            for (RetryQueue<String> queue : List.of(one, other)) {
                queue.handleWith(work -> {
                    if (work.id() % 11 == 0 && work.attempt() == 1) {
                        throw new IOException("at the first attempt");
                    }
                    done.computeIfAbsent(work.queueKey(), key -> new CopyOnWriteArrayList<>())
                            .add(Integer.parseInt(work.payload()));
                    left.countDown();
                });
            }
            for (int i = 0; i < each; i++) {
                for (int k = 0; k < keys; k++) {
                    ((i + k) % 2 == 0 ? one : other).submit("key " + k, Integer.toString(i));
                }
            }
            assertThat(left.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(one.drain(Duration.ofSeconds(10))).isTrue();
        }
        assertThat(done).hasSize(keys);
        assertThat(done.values())
                .allSatisfy(line ->
                        assertThat(line).isSorted().doesNotHaveDuplicates().hasSize(each));
    }

    @Test
    void whatWasSubmittedBeforeARestartIsDoneAfterIt() throws InterruptedException {
        RetryQueueConfig config = RetryQueueConfig.custom().store(store).build();
        try (RetryQueue<String> before = RetryQueue.of("orders", config)) {
            before.submit("a", "a1");
        }
        List<String> done = new CopyOnWriteArrayList<>();
        try (RetryQueue<String> after = RetryQueue.of("orders", config, work -> done.add(work.payload()))) {
            assertThat(after.drain(Duration.ofSeconds(10))).isTrue();
        }
        assertThat(done).containsExactly("a1");
    }

    @Test
    void aTableMayBeginWithTheNameOfTheDefault() {
        String name = JdbcQueueStoreConfig.DEFAULT_TABLE + "_2";
        JdbcQueueStore second = JdbcQueueStore.of(
                dataSource(), JdbcQueueStoreConfig.custom().tableName(name).build());
        second.createTable();
        assertThat(second.depth("orders")).isEqualTo(new QueueStore.Depth(0, 0, 0));
    }

    @Test
    void aTableThatIsNotThereIsNamed() {
        JdbcQueueStore nowhere = JdbcQueueStore.of(
                dataSource(), JdbcQueueStoreConfig.custom().tableName("nowhere").build());
        assertThatThrownBy(() -> nowhere.depth("orders"))
                .isInstanceOf(JdbcQueueStoreException.class)
                .hasMessageStartingWith("The queues in table nowhere cannot be asked: ")
                .hasFieldOrPropertyWithValue("tableName", "nowhere");
    }
}
