package io.github.resilience4j.adaptive.jdbc;

import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/** On H2, in memory. */
class H2QueueStoreTest extends JdbcKit {

    private final JdbcDataSource dataSource = new JdbcDataSource();

    H2QueueStoreTest() {
        dataSource.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    }

    @Override
    DataSource dataSource() {
        return dataSource;
    }
}
