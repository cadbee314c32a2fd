/**
 * Retry queues in a table: plain SQL, on the user's own data source, PostgreSQL or H2.
 *
 * <pre>{@code
 * JdbcDataSource database = new JdbcDataSource();
 * database.setURL("jdbc:h2:./orders");
 * RetryQueue<String> orders = RetryQueue.of("orders", RetryQueueConfig.custom()
 *         .store(JdbcQueueStore.of(database))
 *         .build());
 * }</pre>
 */
@NullMarked
package io.github.resilience4j.adaptive.jdbc;

import org.jspecify.annotations.NullMarked;
