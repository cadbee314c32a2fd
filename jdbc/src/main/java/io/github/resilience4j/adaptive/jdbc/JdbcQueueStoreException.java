package io.github.resilience4j.adaptive.jdbc;

import java.sql.SQLException;

/**
 * The database did not do what it was asked for, or cannot be worked with.
 *
 * @since 0.1
 */
public final class JdbcQueueStoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Which table. */
    private final String tableName;

    /**
     * Says which table, and what the database said.
     *
     * @param tableName which table
     * @param cause what it said
     */
    public JdbcQueueStoreException(String tableName, SQLException cause) {
        super("The queues in table " + tableName + " cannot be asked: " + cause.getMessage(), cause);
        this.tableName = tableName;
    }

    /**
     * Which table.
     *
     * @return its name, with the schema if it was configured
     */
    public String getTableName() {
        return tableName;
    }
}
