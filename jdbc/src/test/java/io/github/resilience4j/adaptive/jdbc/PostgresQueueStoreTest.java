package io.github.resilience4j.adaptive.jdbc;

import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** On a real PostgreSQL. */
class PostgresQueueStoreTest extends JdbcKit {

    private static PostgresServer server;

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

    @Override
    DataSource dataSource() {
        return server.dataSource();
    }
}
