package io.github.resilience4j.adaptive.jdbc;

import java.sql.SQLException;

/** The database did not do what it was asked for, or cannot be worked with. */
public class JdbcQueueStoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * The database refused.
     *
     * @param tableName which table
     * @param cause what it said
     */
    public JdbcQueueStoreException(String tableName, SQLException cause) {
        super("The queues in table " + tableName + " cannot be asked: " + cause.getMessage(), cause);
    }

    /**
     * It cannot be worked with.
     *
     * @param message why
     */
    public JdbcQueueStoreException(String message) {
        super(message);
    }
}
