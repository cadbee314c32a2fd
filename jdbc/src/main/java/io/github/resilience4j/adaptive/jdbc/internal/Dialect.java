package io.github.resilience4j.adaptive.jdbc.internal;

import io.github.resilience4j.adaptive.jdbc.JdbcQueueStoreConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** In what two databases differ. Times are microseconds of the database's clock, so that all arithmetic is the same in both. */
enum Dialect {
    POSTGRESQL(
            "postgresql.sql",
            "CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000000 AS BIGINT)",
            " ON CONFLICT DO NOTHING"),
    H2(
            "h2.sql",
            "DATEDIFF(MICROSECOND, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00+00:00', CURRENT_TIMESTAMP(6))",
            "");

    private final String script;

    /** The time, in microseconds since 1970. */
    final String now;

    /** What an insertion ends with, so that an entry that is there already is no error where that can be had. */
    final String unlessThere;

    Dialect(String script, String now, String unlessThere) {
        this.script = script;
        this.now = now;
        this.unlessThere = unlessThere;
    }

    static Dialect of(DatabaseMetaData database) throws SQLException {
        String product = database.getDatabaseProductName();
        int major = database.getDatabaseMajorVersion();
        int minor = database.getDatabaseMinorVersion();
        if (product.equals("PostgreSQL") && major >= 12) {
            return POSTGRESQL;
        }
        if (product.equals("H2") && (major > 2 || (major == 2 && minor >= 2))) {
            return H2;
        }
        throw new SQLFeatureNotSupportedException(
                "Retry queues can be kept in PostgreSQL 12 or newer and in H2 2.2 or newer, not in " + product + " "
                        + major + "." + minor);
    }

    /** The statements that create table and indexes. */
    List<String> creation(String table) {
        try (InputStream in = Objects.requireNonNull(JdbcQueueStoreConfig.class.getResourceAsStream(script), script)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            String bare = table.substring(table.indexOf('.') + 1);
            // The table last: its name may begin with the default.
            String named = text.replace(JdbcQueueStoreConfig.DEFAULT_TABLE + "_", bare + "_")
                    .replace(JdbcQueueStoreConfig.DEFAULT_TABLE + " (", table + " (");
            return Arrays.stream(named.split(";"))
                    .map(String::strip)
                    .filter(statement -> !statement.isEmpty())
                    .toList();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
