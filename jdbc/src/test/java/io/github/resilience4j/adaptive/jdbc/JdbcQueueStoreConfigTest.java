package io.github.resilience4j.adaptive.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The table's name is part of every statement. */
class JdbcQueueStoreConfigTest {

    @Test
    void aTableMayHaveASchema() {
        JdbcQueueStoreConfig config =
                JdbcQueueStoreConfig.custom().tableName("jobs.queue_1").build();
        assertThat(JdbcQueueStoreConfig.from(config).build().getTableName()).isEqualTo("jobs.queue_1");
        assertThat(JdbcQueueStoreConfig.ofDefaults().getTableName()).isEqualTo("resilience4j_adaptive_queue");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a;DROP TABLE b", "a.b.c", "1a", "\"a\"", ".a"})
    void otherNamesAreRefused(String name) {
        assertThatThrownBy(() -> JdbcQueueStoreConfig.custom().tableName(name).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("tableName is " + name
                        + ", it must be letters, digits and underscores, 50 at most, perhaps after a schema and a dot");
    }
}
