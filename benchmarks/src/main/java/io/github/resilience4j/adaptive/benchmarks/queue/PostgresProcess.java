package io.github.resilience4j.adaptive.benchmarks.queue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcConnectionPool;
import org.postgresql.ds.PGConnectionPoolDataSource;

/** A PostgreSQL on a free port of this machine, in a directory of its own, without fsync. */
final class PostgresProcess implements AutoCloseable {

    private final Path bin;
    private final Path directory;
    private final int port;

    private PostgresProcess(Path bin, Path directory, int port) {
        this.bin = bin;
        this.directory = directory;
        this.port = port;
    }

    static PostgresProcess start() throws IOException {
        Path bin;
        try (Stream<Path> versions = Files.list(Path.of("/usr/lib/postgresql"))) {
            bin = versions.sorted().reduce((first, last) -> last).orElseThrow().resolve("bin");
        }
        Path directory = Files.createTempDirectory("postgres");
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        if (isRoot()) {
            Files.setOwner(
                    directory,
                    directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("postgres"));
        }
        PostgresProcess server = new PostgresProcess(bin, directory, port);
        String data = server.data();
        server.run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale", "C");
        server.run(
                "pg_ctl",
                "-D",
                data,
                "-w",
                "-l",
                directory.resolve("log").toString(),
                "-o",
                "-F -h 127.0.0.1 -p " + port + " -k " + directory,
                "start");
        return server;
    }

    JdbcConnectionPool pool(int connections) {
        PGConnectionPoolDataSource source = new PGConnectionPoolDataSource();
        source.setUrl("jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres");
        JdbcConnectionPool pool = JdbcConnectionPool.create(source);
        pool.setMaxConnections(connections);
        return pool;
    }

    private String data() {
        return directory.resolve("data").toString();
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private void run(String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(List.of("runuser", "-u", "postgres", "--"));
        }
        command.add(bin.resolve(program).toString());
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        int code = process.onExit().join().exitValue();
        if (code != 0) {
            throw new IOException(program + " ended with " + code);
        }
    }

    @Override
    public void close() throws IOException {
        run("pg_ctl", "-D", data(), "-m", "immediate", "-w", "stop");
    }
}
