package io.github.resilience4j.adaptive.spring.queue;

import io.github.resilience4j.adaptive.internal.RefusedSetting;
import io.github.resilience4j.adaptive.jdbc.JdbcQueueStore;
import io.github.resilience4j.adaptive.jdbc.JdbcQueueStoreConfig;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * A store of queues in the application's database. Queues use it that say {@code store: jdbc}.
 *
 * @since 0.1
 */
@AutoConfiguration(
        before = RetryQueueAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
        })
@ConditionalOnClass({JdbcQueueStore.class, DataSource.class})
public class JdbcQueueAutoConfiguration {

    static final String STORE = "jdbcQueueStore";

    /** For Spring. */
    public JdbcQueueAutoConfiguration() {}

    /** Lazy: where no queue names it, nothing is connected. */
    @Bean(STORE)
    @Lazy
    @ConditionalOnMissingBean(name = STORE)
    @ConditionalOnSingleCandidate(DataSource.class)
    JdbcQueueStore jdbcQueueStore(
            DataSource dataSource, RetryQueueProperties properties, ConfigurableEnvironment environment) {
        RetryQueueProperties.Jdbc jdbc = properties.jdbc();
        JdbcQueueStore store = JdbcQueueStore.of(dataSource, config(jdbc, new WrittenProperties(environment)));
        if (jdbc.createTable()) {
            store.createTable();
        }
        return store;
    }

    private static JdbcQueueStoreConfig config(RetryQueueProperties.Jdbc jdbc, WrittenProperties written) {
        try {
            return JdbcQueueStoreConfig.custom().tableName(jdbc.tableName()).build();
        } catch (RefusedSetting e) {
            throw written.refuse(e, RetryQueueProperties.PREFIX + ".jdbc");
        }
    }
}
