package io.github.resilience4j.adaptive.jdbc;

import io.github.resilience4j.adaptive.queue.QueuedWork;
import io.github.resilience4j.adaptive.queue.RetryQueue;
import io.github.resilience4j.adaptive.queue.RetryQueueConfig;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * A JVM that works on a queue until it is killed, or its standard input ends. What it does it writes into a table, once for each
 * idempotency key: the service at the other end, which knows what it has done already.
 */
public final class WorkerMain {

    static final String QUEUE = "orders";

    static final String DEEDS =
            "CREATE TABLE deeds (idempotency_key VARCHAR(255) PRIMARY KEY, queue_key VARCHAR(255) NOT NULL,"
                    + " number INTEGER NOT NULL, jvm BIGINT NOT NULL, turn BIGINT GENERATED ALWAYS AS IDENTITY, times INTEGER DEFAULT 1)";

    private WorkerMain() {}

    static RetryQueueConfig.Builder config(DataSource dataSource) {
        return RetryQueueConfig.custom()
                .store(JdbcQueueStore.of(dataSource))
                .workers(4)
                .maxAttempts(100)
                .lease(Duration.ofMillis(500))
                .pollInterval(Duration.ofMillis(50));
    }

    public static void main(String[] args) throws IOException {
        DataSource dataSource = PostgresServer.pool(args[0]);
        RetryQueue<String> queue = RetryQueue.of(QUEUE, config(dataSource).build());
        queue.handleWith(work -> handle(dataSource, work));
        say("ready");
        while (System.in.read() >= 0) {
            // Whatever is said, it goes on.
        }
        Runtime.getRuntime().halt(0);
    }

    @SuppressWarnings("SystemOut") // the parent reads it
    private static void say(String word) {
        System.out.println(word);
        System.out.flush();
    }

    private static void handle(DataSource dataSource, QueuedWork<String> work) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement takeYourTime = connection.prepareStatement("SELECT pg_sleep(0.003)");
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO deeds (idempotency_key, queue_key, number, jvm) VALUES (?, ?, ?, ?)"
                                + " ON CONFLICT (idempotency_key) DO UPDATE SET times = deeds.times + 1")) {
            takeYourTime.execute();
            insert.setString(1, work.idempotencyKey());
            insert.setString(2, work.queueKey());
            insert.setInt(3, Integer.parseInt(work.payload()));
            insert.setLong(4, ProcessHandle.current().pid());
            insert.executeUpdate();
        }
    }
}
