package io.github.resilience4j.adaptive.benchmarks.queue;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.github.resilience4j.adaptive.jdbc.JdbcQueueStore;
import io.github.resilience4j.adaptive.jdbc.JdbcQueueStoreConfig;
import io.github.resilience4j.adaptive.queue.RetryQueue;
import io.github.resilience4j.adaptive.queue.RetryQueueConfig;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;

/**
 * How many entries a second are taken from a full table and done by a handler that does nothing, with 1, 4 and 16 workers: by a retry
 * queue with 200 lines, by a loop that takes, deletes and commits (no order of any line, no attempts, no leases), and by db-scheduler
 * that locks and fetches. One after the other on the same PostgreSQL. Takes the number of entries, by default 3000.
 */
public final class QueueThroughput {

    private static final int LINES = 200;

    private final DataSource database;
    private final int entries;

    private QueueThroughput(DataSource database, int entries) {
        this.database = database;
        this.entries = entries;
    }

    /**
     * Prints a table.
     *
     * @param args the number of entries
     * @throws Exception if PostgreSQL cannot be started, or the database refuses
     */
    @SuppressWarnings("SystemOut")
    public static void main(String[] args) throws Exception {
        int entries = args.length == 0 ? 3_000 : Integer.parseInt(args[0]);
        try (PostgresProcess server = PostgresProcess.start()) {
            JdbcConnectionPool pool = server.pool(24);
            QueueThroughput measure = new QueueThroughput(pool, entries);
            System.out.println("entries a second");
            System.out.println("| workers | retry queue | plain loop | db-scheduler |");
            System.out.println("|---|---|---|---|");
            // The first row warms up.
            for (int workers : new int[] {4, 1, 4, 16}) {
                System.out.printf(
                        Locale.ROOT,
                        "| %d | %d | %d | %d |%n",
                        workers,
                        measure.perSecond(measure.retryQueue(workers)),
                        measure.perSecond(measure.plainLoop(workers)),
                        measure.perSecond(measure.dbScheduler(workers)));
            }
            System.out.printf(
                    Locale.ROOT,
                    "%d entries each, the first row is warm-up; load %.1f, %d processors, JDK %s%n",
                    entries,
                    ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                    Runtime.getRuntime().availableProcessors(),
                    Runtime.version());
            pool.dispose();
        }
    }

    private long perSecond(long nanos) {
        return entries * 1_000_000_000L / nanos;
    }

    private void execute(String... statements) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private long retryQueue(int workers) throws SQLException, InterruptedException {
        JdbcQueueStore store = JdbcQueueStore.of(database);
        store.createTable();
        String table = JdbcQueueStoreConfig.DEFAULT_TABLE;
        execute(
                "INSERT INTO " + table + " (queue_name, queue_key, idempotency_key, payload, not_before, submitted_at)"
                        + " SELECT 'orders', 'key ' || i % " + LINES + ", 'e' || i, 'payload', 0, 0"
                        + " FROM generate_series(1, " + entries + ") i",
                "ANALYZE " + table);
        CountDownLatch left = new CountDownLatch(entries);
        RetryQueueConfig config = RetryQueueConfig.custom()
                .store(store)
                .workers(workers)
                .capacity(1_000_000)
                .build();
        RetryQueue<String> queue = RetryQueue.of("orders", config);
        long begin = System.nanoTime();
        queue.handleWith(work -> left.countDown());
        left.await();
        long took = System.nanoTime() - begin;
        queue.close();
        execute("DROP TABLE " + table);
        return took;
    }

    private long plainLoop(int workers) throws SQLException, InterruptedException {
        execute(
                "CREATE TABLE plain (id BIGINT PRIMARY KEY, payload BYTEA NOT NULL)",
                "INSERT INTO plain SELECT i, 'payload' FROM generate_series(1, " + entries + ") i",
                "ANALYZE plain");
        CountDownLatch left = new CountDownLatch(entries);
        ExecutorService threads = Executors.newFixedThreadPool(workers);
        long begin = System.nanoTime();
        for (int i = 0; i < workers; i++) {
            threads.execute(() -> {
                try {
                    while (takeOne()) {
                        left.countDown();
                    }
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
        left.await();
        long took = System.nanoTime() - begin;
        threads.shutdown();
        boolean unused = threads.awaitTermination(1, TimeUnit.MINUTES);
        execute("DROP TABLE plain");
        return took;
    }

    private boolean takeOne() throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            OptionalLong found;
            try (ResultSet rows = statement.executeQuery(
                    "SELECT id, payload FROM plain ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED")) {
                found = rows.next() ? OptionalLong.of(rows.getLong(1)) : OptionalLong.empty();
            }
            if (found.isPresent()) {
                statement.execute("DELETE FROM plain WHERE id = " + found.getAsLong());
            }
            connection.commit();
            connection.setAutoCommit(true);
            return found.isPresent();
        }
    }

    private long dbScheduler(int workers) throws SQLException, InterruptedException {
        execute(
                "CREATE TABLE scheduled_tasks (task_name TEXT NOT NULL, task_instance TEXT NOT NULL, task_data BYTEA,"
                        + " execution_time TIMESTAMP WITH TIME ZONE NOT NULL, picked BOOLEAN NOT NULL, picked_by TEXT,"
                        + " last_success TIMESTAMP WITH TIME ZONE, last_failure TIMESTAMP WITH TIME ZONE,"
                        + " consecutive_failures INT, last_heartbeat TIMESTAMP WITH TIME ZONE, version BIGINT NOT NULL,"
                        + " priority SMALLINT, PRIMARY KEY (task_name, task_instance))",
                "CREATE INDEX execution_time_idx ON scheduled_tasks (execution_time)",
                "INSERT INTO scheduled_tasks (task_name, task_instance, execution_time, picked, version)"
                        + " SELECT 'orders', 'e' || i, now(), false, 1 FROM generate_series(1, " + entries + ") i",
                "ANALYZE scheduled_tasks");
        CountDownLatch left = new CountDownLatch(entries);
        OneTimeTask<Void> task = Tasks.oneTime("orders").execute((instance, context) -> left.countDown());
        Scheduler scheduler = Scheduler.create(database, task)
                .threads(workers)
                .pollUsingLockAndFetch(0.5, 4.0)
                .pollingInterval(Duration.ofSeconds(1))
                .build();
        long begin = System.nanoTime();
        scheduler.start();
        left.await();
        long took = System.nanoTime() - begin;
        scheduler.stop();
        execute("DROP TABLE scheduled_tasks");
        return took;
    }
}
