package io.github.resilience4j.adaptive.samples.candles;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/** The database of candles. It knows which pages it has, as a page without a trade has no candles. */
final class CandleStore {

    private static final List<String> TABLES = List.of("""
            create table if not exists page (
                symbol varchar(16), step_seconds bigint, starts_at bigint,
                primary key (symbol, step_seconds, starts_at))""", """
            create table if not exists candle (
                symbol varchar(16), step_seconds bigint, opens_at bigint,
                open_price bigint not null, high_price bigint not null,
                low_price bigint not null, close_price bigint not null,
                primary key (symbol, step_seconds, opens_at))""");

    private static final String ADD_PAGE = "insert into page values (?, ?, ?)";
    private static final String ADD_CANDLE = "insert into candle values (?, ?, ?, ?, ?, ?, ?)";

    private static final String PAGES = """
            select starts_at from page
            where symbol = ? and step_seconds = ? and starts_at between ? and ?""";

    private static final String CANDLES = """
            select opens_at, open_price, high_price, low_price, close_price from candle
            where symbol = ? and step_seconds = ? and opens_at >= ? and opens_at < ? order by opens_at""";

    private final DataSource database;

    CandleStore(DataSource database) {
        this.database = database;
        inTransaction(connection -> {
            try (Statement statement = connection.createStatement()) {
                for (String table : TABLES) {
                    statement.execute(table);
                }
            }
            return TABLES;
        });
    }

    /** An empty store in memory, for as long as the JVM lives. */
    static CandleStore inMemory() {
        JdbcDataSource database = new JdbcDataSource();
        database.setUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000");
        return new CandleStore(database);
    }

    /** The pages that a range still needs, the newest first. */
    List<Range> missing(Range range) {
        List<Range> pages = range.pages();
        Set<Instant> there = inTransaction(connection -> {
            try (PreparedStatement query = connection.prepareStatement(PAGES)) {
                ask(
                        query,
                        range,
                        pages.get(pages.size() - 1).from(),
                        pages.get(0).from());
                return starts(query);
            }
        });
        return pages.stream().filter(page -> !there.contains(page.from())).toList();
    }

    /** The candles of a range, as far as they are there, the oldest first. */
    List<Candle> read(Range range) {
        return inTransaction(connection -> {
            try (PreparedStatement query = connection.prepareStatement(CANDLES)) {
                ask(query, range, range.from(), range.to());
                return candles(query);
            }
        });
    }

    /** Stores a page as a whole or, if it is there already, not at all. */
    void write(Range page, List<Candle> candles) {
        inTransaction(connection -> {
            if (addPage(connection, page)) {
                addCandles(connection, page, candles);
            }
            return page;
        });
    }

    /** Who comes second waits for the first and finds its place taken. */
    private static boolean addPage(Connection connection, Range page) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(ADD_PAGE)) {
            insert.setString(1, page.symbol());
            insert.setLong(2, page.interval().toSeconds());
            insert.setLong(3, page.from().getEpochSecond());
            return insert.executeUpdate() == 1;
        } catch (SQLIntegrityConstraintViolationException alreadyThere) {
            return false;
        }
    }

    private static void addCandles(Connection connection, Range page, List<Candle> candles) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(ADD_CANDLE)) {
            for (Candle candle : candles) {
                insert.setString(1, page.symbol());
                insert.setLong(2, page.interval().toSeconds());
                insert.setLong(3, candle.opensAt().getEpochSecond());
                insert.setLong(4, candle.open());
                insert.setLong(5, candle.high());
                insert.setLong(6, candle.low());
                insert.setLong(7, candle.close());
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static void ask(PreparedStatement query, Range range, Instant first, Instant last) throws SQLException {
        query.setString(1, range.symbol());
        query.setLong(2, range.interval().toSeconds());
        query.setLong(3, first.getEpochSecond());
        query.setLong(4, last.getEpochSecond());
    }

    private static Set<Instant> starts(PreparedStatement query) throws SQLException {
        Set<Instant> starts = new HashSet<>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                starts.add(Instant.ofEpochSecond(row.getLong(1)));
            }
        }
        return starts;
    }

    private static List<Candle> candles(PreparedStatement query) throws SQLException {
        List<Candle> candles = new ArrayList<>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                candles.add(new Candle(
                        Instant.ofEpochSecond(row.getLong(1)),
                        row.getLong(2),
                        row.getLong(3),
                        row.getLong(4),
                        row.getLong(5)));
            }
        }
        return candles;
    }

    private <T> T inTransaction(Work<T> work) {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            T result = work.with(connection);
            connection.commit();
            return result;
        } catch (SQLException e) {
            throw new IllegalStateException("the database failed", e);
        }
    }

    @FunctionalInterface
    private interface Work<T> {
        T with(Connection connection) throws SQLException;
    }
}
