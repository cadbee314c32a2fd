package io.github.resilience4j.adaptive.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.queue.RetryQueue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Two JVMs on one table, one of which is killed in the middle of a full queue: nothing is lost, nothing done twice by a handler that
 * uses the idempotency key, no key overtakes itself. Three times, and fifty in the profile {@code kills}; what was counted is in
 * {@code target/killed-jvms.txt}.
 */
class KilledJvmsTest {

    private static final int KILLS = Integer.getInteger("queue.kills", 3);
    private static final int KEYS = 20;
    private static final int EACH = 20;

    private static PostgresServer server;

    private final List<Process> jvms = new ArrayList<>();
    private final List<String> figures = new ArrayList<>();

    @BeforeAll
    static void start() {
        server = PostgresServer.start();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private Process jvm() throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WorkerMain.class.getName(),
                        server.url())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        jvms.add(process);
        BufferedReader words =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        assertThat(words.readLine()).isEqualTo("ready");
        return process;
    }

    private long ask(String sql) {
        try (Connection connection = server.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private void update(String sql) throws SQLException {
        try (Connection connection = server.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long done() {
        return ask("SELECT COUNT(*) FROM deeds");
    }

    @Test
    void whoeverIsKilledNothingIsLostOrDoneTwiceOrOutOfOrder() throws Exception {
        JdbcQueueStore store = JdbcQueueStore.of(server.dataSource());
        store.createTable();
        update(WorkerMain.DEEDS);
        Random random = new Random(42);
        Process survivor = jvm();
        long inHand = 0;
        long toDo = 0;
        long again = 0;
        try (RetryQueue<String> queue = RetryQueue.of(
                WorkerMain.QUEUE, WorkerMain.config(server.dataSource()).build())) {
            for (int round = 1; round <= KILLS; round++) {
                Process victim = survivor;
                survivor = jvm();
                submitAll(queue, round);
                int kill = EACH * KEYS / 8 + random.nextInt(EACH * KEYS / 2);
                Awaitility.await()
                        .pollInterval(Duration.ofMillis(2))
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> done() >= kill);
                // SIGKILL: no hook runs, nothing is flushed.
                victim.destroyForcibly().waitFor();
                inHand += store.depth(WorkerMain.QUEUE).inHand();
                long left = KEYS * EACH - done();
                toDo += left;
                Awaitility.await()
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> store.depth(WorkerMain.QUEUE).waiting() == 0);
                assertRound(round);
                again += ask("SELECT COUNT(*) FROM deeds WHERE times > 1");
                figures.add("round " + round + ": killed with " + left + " of " + KEYS * EACH + " to do");
                update("TRUNCATE deeds RESTART IDENTITY");
            }
        } finally {
            jvms.forEach(Process::destroyForcibly);
            figures.add(KILLS + " kills with " + toDo + " entries to do, " + inHand
                    + " entries in hand right after them, " + again + " handled more than once and done once");
            assertThat(toDo).as("killed in the middle").isPositive();
            Files.write(Path.of("target", "killed-jvms.txt"), figures);
        }
    }

    /** The queue is full before anybody begins: what is submitted waits for a day, which is then over for all at once. */
    private void submitAll(RetryQueue<String> queue, int round) throws SQLException {
        Instant tomorrow = Instant.now().plus(Duration.ofDays(1));
        for (int i = 0; i < EACH; i++) {
            for (int k = 0; k < KEYS; k++) {
                queue.submit("key " + k, Integer.toString(i), tomorrow, round + " " + k + " " + i);
            }
        }
        update("UPDATE " + JdbcQueueStoreConfig.DEFAULT_TABLE + " SET not_before = 0");
    }

    private void assertRound(int round) {
        assertThat(done()).as("round %s: nothing is lost", round).isEqualTo(KEYS * EACH);
        assertThat(ask(
                        "SELECT COUNT(*) FROM (SELECT number, ROW_NUMBER() OVER (PARTITION BY queue_key ORDER BY turn) - 1 AS place"
                                + " FROM deeds) ordered WHERE number <> place"))
                .as("round %s: none out of order", round)
                .isZero();
        assertThat(ask("SELECT COUNT(*) FROM " + JdbcQueueStoreConfig.DEFAULT_TABLE))
                .as("round %s: no dead letters", round)
                .isZero();
    }
}
