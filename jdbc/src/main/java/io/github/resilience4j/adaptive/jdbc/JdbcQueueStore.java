package io.github.resilience4j.adaptive.jdbc;

import io.github.resilience4j.adaptive.jdbc.internal.SqlQueueStore;
import io.github.resilience4j.adaptive.queue.QueueStore;
import javax.sql.DataSource;

/**
 * The entries of retry queues in one table, on PostgreSQL or H2 (2.2 or newer): queues in any number of JVMs may work on it at once.
 * A claim is a lease with an end, told by the database's clock, so that what a JVM had in hand when it died is done by another. Who
 * claims passes over rows that another is just claiming ({@code FOR UPDATE SKIP LOCKED}).
 *
 * <p>Each step takes a connection from the data source and gives it back, in a transaction of its own: it is no part of yours. READ
 * COMMITTED, the default of both databases, is what it is made for.
 *
 * <p>Made by the library, not for you to implement: a later version may add methods.
 *
 * @since 0.1
 */
public interface JdbcQueueStore extends QueueStore {

    /**
     * A store on the default table.
     *
     * @param dataSource the user's, best a pool with one connection for each worker and two more
     * @return connects when it is first used
     */
    static JdbcQueueStore of(DataSource dataSource) {
        return of(dataSource, JdbcQueueStoreConfig.ofDefaults());
    }

    /**
     * A store.
     *
     * @param dataSource the user's, best a pool with one connection for each worker and two more
     * @param config which table
     * @return connects when it is first used
     */
    static JdbcQueueStore of(DataSource dataSource, JdbcQueueStoreConfig config) {
        return new SqlQueueStore(dataSource, config);
    }

    /**
     * Creates table and indexes, unless they are there: for tests and beginnings. Elsewhere the statements belong into your
     * migrations; they are in this jar, beside this class, as {@code postgresql.sql} and {@code h2.sql}.
     *
     * @throws JdbcQueueStoreException if the database does not let it
     */
    void createTable();
}
