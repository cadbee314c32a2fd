package io.github.resilience4j.adaptive.jdbc;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.Assumptions;
import org.postgresql.ds.PGConnectionPoolDataSource;

/** A real PostgreSQL on a free port of this machine, in a directory of its own; ends with the test. */
public final class PostgresServer implements AutoCloseable {

    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");

    private final int port;
    private final Path bin;
    private final Path directory;
    private final JdbcConnectionPool pool;

    private PostgresServer(int port, Path bin, Path directory) {
        this.port = port;
        this.bin = bin;
        this.directory = directory;
        this.pool = pool(url());
    }

    /** Without one tests are skipped; where a change is decided on, that is a failure. */
    public static PostgresServer start() {
        Optional<Path> bin = find();
        if (bin.isEmpty()) {
            if (Boolean.parseBoolean(System.getenv("CI"))) {
                Assertions.fail("There is no pg_ctl, and CI=true says there must be");
            }
            Assumptions.abort("There is no pg_ctl: apt-get install postgresql");
        }
        try {
            PostgresServer server =
                    new PostgresServer(freePort(), bin.orElseThrow(), Files.createTempDirectory("postgres"));
            server.launch();
            return server;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** On the path, or where Debian has it, the newest. */
    private static Optional<Path> find() {
        Stream<Path> onPath =
                Stream.of(System.getenv("PATH").split(File.pathSeparator)).map(Path::of);
        List<Path> candidates = new ArrayList<>(onPath.toList());
        if (Files.isDirectory(DEBIAN)) {
            try (Stream<Path> versions = Files.list(DEBIAN)) {
                versions.sorted(Comparator.comparing(
                                        (Path it) -> it.getFileName().toString())
                                .reversed())
                        .forEach(it -> candidates.add(it.resolve("bin")));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
        return candidates.stream()
                .filter(it -> Files.isExecutable(it.resolve("pg_ctl")))
                .findFirst();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void launch() throws IOException {
        if (isRoot()) {
            UserPrincipalLookupService users = directory.getFileSystem().getUserPrincipalLookupService();
            Files.setOwner(directory, users.lookupPrincipalByName("postgres"));
        }
        String data = directory.resolve("data").toString();
        run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale", "C");
        run(
                "pg_ctl",
                "-D",
                data,
                "-w",
                "-l",
                directory.resolve("log").toString(),
                "-o",
                "-F -h 127.0.0.1 -p " + port + " -k " + directory,
                "start");
        Awaitility.await().atMost(Duration.ofSeconds(20)).ignoreExceptions().until(this::answers);
    }

    private boolean answers() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            return connection.isValid(1);
        }
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** PostgreSQL does not run as root. */
    private void run(String program, String... arguments) {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(List.of("runuser", "-u", "postgres", "--"));
        }
        command.add(bin.resolve(program).toString());
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            Assertions.assertThat(process.waitFor())
                    .as(String.join(" ", command))
                    .isZero();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** The pool of the test's own JVM: to fork a server process for each step is what takes the time otherwise. */
    public DataSource dataSource() {
        return pool;
    }

    /** A pool that refers to a server which somebody else has started. */
    public static JdbcConnectionPool pool(String url) {
        PGConnectionPoolDataSource connections = new PGConnectionPoolDataSource();
        connections.setUrl(url);
        JdbcConnectionPool pool = JdbcConnectionPool.create(connections);
        pool.setMaxConnections(20);
        return pool;
    }

    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
    }

    @Override
    public void close() {
        pool.dispose();
        run("pg_ctl", "-D", directory.resolve("data").toString(), "-m", "immediate", "-w", "stop");
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).forEach(PostgresServer::delete);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void delete(Path file) {
        boolean unused = file.toFile().delete();
    }
}
