package io.github.resilience4j.adaptive.jdbc;

import io.github.resilience4j.adaptive.internal.SettingsCheck;

/**
 * Which table queues are kept in. Immutable.
 *
 * @since 0.1
 */
public final class JdbcQueueStoreConfig {

    /** The table, unless another is named. */
    public static final String DEFAULT_TABLE = "resilience4j_adaptive_queue";

    /** Only what needs no quotes: the name is part of every statement. */
    private static final String NAME = "[A-Za-z_][A-Za-z0-9_]{0,49}";

    private final String tableName;

    private JdbcQueueStoreConfig(Builder builder) {
        this.tableName = builder.tableName;
    }

    /**
     * With every setting at its default.
     *
     * @return settings
     */
    public static JdbcQueueStoreConfig ofDefaults() {
        return custom().build();
    }

    /**
     * To change some.
     *
     * @return a builder with the defaults
     */
    public static Builder custom() {
        return new Builder();
    }

    /**
     * To change some of another.
     *
     * @param prototype the settings to begin with
     * @return a builder with those
     */
    public static Builder from(JdbcQueueStoreConfig prototype) {
        return new Builder().tableName(prototype.tableName);
    }

    /**
     * The table.
     *
     * @return its name, perhaps with its schema's
     */
    public String getTableName() {
        return tableName;
    }

    /** Collects settings. */
    public static final class Builder {

        private String tableName = DEFAULT_TABLE;

        private Builder() {}

        /**
         * The table.
         *
         * @param name letters, digits and underscores, 50 at most, perhaps after a schema of the same kind and a dot; default
         *     {@value JdbcQueueStoreConfig#DEFAULT_TABLE}
         * @return this
         */
        public Builder tableName(String name) {
            this.tableName = name;
            return this;
        }

        /**
         * Checks the settings.
         *
         * @return settings
         * @throws IllegalArgumentException naming setting, value and range
         */
        public JdbcQueueStoreConfig build() {
            SettingsCheck.check(
                    tableName != null && tableName.matches("(" + NAME + "\\.)?" + NAME),
                    "tableName",
                    tableName,
                    "letters, digits and underscores, 50 at most, perhaps after a schema and a dot");
            return new JdbcQueueStoreConfig(this);
        }
    }
}
