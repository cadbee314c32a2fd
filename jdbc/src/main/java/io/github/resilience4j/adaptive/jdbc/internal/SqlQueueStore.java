package io.github.resilience4j.adaptive.jdbc.internal;

import io.github.resilience4j.adaptive.jdbc.JdbcQueueStore;
import io.github.resilience4j.adaptive.jdbc.JdbcQueueStoreConfig;
import io.github.resilience4j.adaptive.jdbc.JdbcQueueStoreException;
import io.github.resilience4j.adaptive.queue.QueueEntry;
import io.github.resilience4j.adaptive.queue.QueueEntry.State;
import io.github.resilience4j.adaptive.queue.QueuePayload;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Every step one transaction on a connection of its own. */
public final class SqlQueueStore implements JdbcQueueStore {

    private static final String UNIQUE_VIOLATION = "23505";

    /** Longer than anybody waits, and short enough to be added to the time. */
    private static final Duration FOREVER = Duration.ofDays(200 * 365);

    private final DataSource dataSource;
    private final String table;
    private final Fill fill = new Fill(System::nanoTime);
    private volatile @Nullable Setup setup;

    /** What is known of the database once it was asked. */
    private record Setup(Dialect dialect, Statements sql) {}

    /**
     * A store.
     *
     * @param dataSource where
     * @param config which table
     */
    public SqlQueueStore(DataSource dataSource, JdbcQueueStoreConfig config) {
        this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
        this.table = config.getTableName();
    }

    @Override
    public void createTable() {
        inTransaction((connection, is) -> {
            for (String statement : is.dialect().creation(table)) {
                try (PreparedStatement create = connection.prepareStatement(statement)) {
                    create.execute();
                }
            }
            return true;
        });
    }

    @Override
    public Submitted submit(String queue, NewEntry entry, int capacity) {
        if (!fill.hasRoom(queue, capacity)) {
            long entries = count(queue);
            fill.counted(queue, entries);
            if (entries >= capacity) {
                OptionalLong known = findId(queue, entry.idempotencyKey());
                return known.isPresent() ? new Submitted(Added.KNOWN, known.getAsLong()) : new Submitted(Added.FULL, 0);
            }
        }
        while (true) {
            OptionalLong added = insert(queue, entry);
            if (added.isPresent()) {
                fill.added(queue);
                return new Submitted(Added.NEW, added.getAsLong());
            }
            OptionalLong known = findId(queue, entry.idempotencyKey());
            if (known.isPresent()) {
                return new Submitted(Added.KNOWN, known.getAsLong());
            }
            // It was there and has been done meanwhile: so it is a new one after all.
        }
    }

    /** Empty if there is one with that idempotency key. */
    private OptionalLong insert(String queue, NewEntry entry) {
        return inTransaction((connection, is) -> {
            try (PreparedStatement insert = connection.prepareStatement(is.sql().insert, new String[] {"id"})) {
                insert.setString(1, queue);
                insert.setString(2, entry.queueKey());
                insert.setString(3, entry.idempotencyKey());
                insert.setBytes(4, entry.payload().bytes());
                insert.setLong(5, micros(entry.delay()));
                insert.executeUpdate();
                try (ResultSet ids = insert.getGeneratedKeys()) {
                    return ids.next() ? OptionalLong.of(ids.getLong(1)) : OptionalLong.empty();
                }
            } catch (SQLException e) {
                if (UNIQUE_VIOLATION.equals(e.getSQLState())) {
                    return OptionalLong.empty();
                }
                throw e;
            }
        });
    }

    private OptionalLong findId(String queue, String idempotencyKey) {
        return inTransaction((connection, is) -> {
            try (PreparedStatement find = connection.prepareStatement(is.sql().findId)) {
                find.setString(1, queue);
                find.setString(2, idempotencyKey);
                try (ResultSet ids = find.executeQuery()) {
                    return ids.next() ? OptionalLong.of(ids.getLong(1)) : OptionalLong.empty();
                }
            }
        });
    }

    private long count(String queue) {
        return inTransaction((connection, is) -> {
            try (PreparedStatement count = connection.prepareStatement(is.sql().count)) {
                count.setString(1, queue);
                try (ResultSet rows = count.executeQuery()) {
                    rows.next();
                    return rows.getLong(1);
                }
            }
        });
    }

    @Override
    public List<Claim> claim(String queue, String owner, Duration lease, int most) {
        return inTransaction((connection, is) -> is.dialect() == Dialect.POSTGRESQL
                ? claimAtOnce(connection, is.sql(), queue, owner, lease, most)
                : claimOneByOne(connection, is.sql(), queue, owner, lease, most));
    }

    /** One round trip. */
    private static List<Claim> claimAtOnce(
            Connection connection, Statements sql, String queue, String owner, Duration lease, int most)
            throws SQLException {
        try (PreparedStatement claim = connection.prepareStatement(sql.claimAtOnce)) {
            claim.setString(1, queue);
            claim.setInt(2, most);
            claim.setString(3, owner);
            claim.setLong(4, micros(lease));
            List<Claim> claims = new ArrayList<>();
            try (ResultSet rows = claim.executeQuery()) {
                while (rows.next()) {
                    claims.add(claim(rows, 0));
                }
            }
            claims.sort(Comparator.comparingLong(Claim::id));
            return claims;
        }
    }

    /** Locks them, then takes each that is still as it was seen. */
    private static List<Claim> claimOneByOne(
            Connection connection, Statements sql, String queue, String owner, Duration lease, int most)
            throws SQLException {
        List<Claim> found = new ArrayList<>();
        try (PreparedStatement find = connection.prepareStatement(sql.findFree)) {
            find.setString(1, queue);
            find.setInt(2, most);
            try (ResultSet rows = find.executeQuery()) {
                while (rows.next()) {
                    found.add(claim(rows, 1));
                }
            }
        }
        List<Claim> claims = new ArrayList<>();
        try (PreparedStatement take = connection.prepareStatement(sql.claimOne)) {
            for (Claim claim : found) {
                take.setString(1, owner);
                take.setLong(2, micros(lease));
                take.setLong(3, claim.id());
                take.setLong(4, claim.claim() - 1);
                if (take.executeUpdate() == 1) {
                    claims.add(claim);
                }
            }
        }
        return claims;
    }

    /** As it is once it has been claimed: so many times more than it says. */
    private static Claim claim(ResultSet row, int more) throws SQLException {
        return new Claim(
                row.getLong(1),
                row.getLong(2) + more,
                row.getString(3),
                row.getString(4),
                QueuePayload.of(row.getBytes(5)),
                row.getInt(6) + more,
                row.getString(7));
    }

    @Override
    public boolean complete(String queue, Claim claim) {
        return inTransaction((connection, is) -> {
            try (PreparedStatement complete = connection.prepareStatement(is.sql().complete)) {
                held(complete, 1, queue, claim);
                return complete.executeUpdate() == 1;
            }
        });
    }

    @Override
    public boolean giveBack(String queue, Claim claim, Return how) {
        return inTransaction((connection, is) -> {
            try (PreparedStatement giveBack = connection.prepareStatement(is.sql().giveBack)) {
                giveBack.setLong(1, micros(how.delay()));
                giveBack.setInt(2, how.attempts());
                giveBack.setString(3, how.error().isEmpty() ? null : how.error());
                giveBack.setBoolean(4, how.dead());
                held(giveBack, 5, queue, claim);
                return giveBack.executeUpdate() == 1;
            }
        });
    }

    @Override
    public void extend(String queue, List<Claim> claims, Duration lease) {
        boolean unused = inTransaction((connection, is) -> {
            try (PreparedStatement extend = connection.prepareStatement(is.sql().extend)) {
                for (Claim claim : claims) {
                    extend.setLong(1, micros(lease));
                    held(extend, 2, queue, claim);
                    extend.addBatch();
                }
                extend.executeBatch();
            }
            return true;
        });
    }

    private static void held(PreparedStatement statement, int from, String queue, Claim claim) throws SQLException {
        statement.setLong(from, claim.id());
        statement.setLong(from + 1, claim.claim());
        statement.setString(from + 2, queue);
    }

    @Override
    public boolean isOccupied(String queue, String queueKey) {
        return inTransaction((connection, is) -> {
            try (PreparedStatement find = connection.prepareStatement(is.sql().isOccupied)) {
                find.setString(1, queue);
                find.setString(2, queueKey);
                try (ResultSet rows = find.executeQuery()) {
                    return rows.next();
                }
            }
        });
    }

    @Override
    public Depth depth(String queue) {
        return inTransaction((connection, is) -> {
            try (PreparedStatement count = connection.prepareStatement(is.sql().depth)) {
                count.setString(1, queue);
                try (ResultSet rows = count.executeQuery()) {
                    rows.next();
                    return new Depth(rows.getLong(1), rows.getLong(2), rows.getLong(3));
                }
            }
        });
    }

    @Override
    public List<QueueEntry> entries(String queue, boolean dead, int most) {
        return inTransaction((connection, is) -> {
            try (PreparedStatement find = connection.prepareStatement(is.sql().entries)) {
                find.setString(1, queue);
                find.setBoolean(2, dead);
                find.setInt(3, most);
                List<QueueEntry> entries = new ArrayList<>();
                try (ResultSet rows = find.executeQuery()) {
                    while (rows.next()) {
                        entries.add(entry(rows, dead));
                    }
                }
                return entries;
            }
        });
    }

    private static QueueEntry entry(ResultSet row, boolean dead) throws SQLException {
        Claim claim = claim(row, 0);
        State state = dead ? State.DEAD : row.getBoolean(8) ? State.IN_HAND : State.WAITING;
        long waits = state == State.WAITING ? Math.max(0, row.getLong(9)) : 0;
        return new QueueEntry(
                claim.id(),
                claim.queueKey(),
                claim.idempotencyKey(),
                claim.payload(),
                state,
                claim.attempts(),
                claim.lastError(),
                Duration.ofSeconds(waits / 1_000_000, waits % 1_000_000 * 1_000));
    }

    @Override
    public boolean revive(String queue, long id) {
        return changeDead(queue, id, true);
    }

    @Override
    public boolean discard(String queue, long id) {
        return changeDead(queue, id, false);
    }

    private boolean changeDead(String queue, long id, boolean back) {
        return inTransaction((connection, is) -> {
            try (PreparedStatement change = connection.prepareStatement(back ? is.sql().revive : is.sql().discard)) {
                change.setLong(1, id);
                change.setString(2, queue);
                return change.executeUpdate() == 1;
            }
        });
    }

    /** Rounded up: nothing is ever early. */
    private static long micros(Duration time) {
        Duration bounded = time.compareTo(FOREVER) > 0 ? FOREVER : time;
        return (bounded.getSeconds() * 1_000_000_000 + bounded.getNano() + 999) / 1_000;
    }

    @FunctionalInterface
    private interface Step<T> {
        T run(Connection connection, Setup is) throws SQLException;
    }

    /**
     * Leaves the connection as it came, whatever the pool's settings are. Where nothing is left to undo, a failed step must be
     * rolled back, or PostgreSQL answers nothing more on that connection.
     */
    private <T> T inTransaction(Step<T> step) {
        try (Connection connection = dataSource.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            Setup is = setup(connection);
            boolean several = is.dialect() == Dialect.H2;
            if (autoCommit && several) {
                connection.setAutoCommit(false);
            }
            boolean done = false;
            try {
                T result = step.run(connection, is);
                if (!connection.getAutoCommit()) {
                    connection.commit();
                }
                done = true;
                return result;
            } finally {
                if (!done && !connection.getAutoCommit()) {
                    connection.rollback();
                }
                if (autoCommit && several) {
                    connection.setAutoCommit(true);
                }
            }
        } catch (SQLException e) {
            throw new JdbcQueueStoreException(table, e);
        }
    }

    private Setup setup(Connection connection) throws SQLException {
        Setup known = setup;
        if (known == null) {
            Dialect dialect = Dialect.of(connection.getMetaData());
            known = new Setup(dialect, new Statements(dialect, table));
            setup = known;
        }
        return known;
    }

    @Override
    public String toString() {
        return "JdbcQueueStore on table " + table;
    }
}
