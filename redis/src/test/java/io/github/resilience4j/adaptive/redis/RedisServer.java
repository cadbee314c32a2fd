package io.github.resilience4j.adaptive.redis;

import io.lettuce.core.RedisURI;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** A real Redis on a free port of this machine, in a directory of its own; ends with the test. */
public final class RedisServer implements AutoCloseable {

    private final int port;
    private final Path directory;
    private final List<String> command;
    private Process process;

    private RedisServer(int port, Path directory, List<String> arguments) throws IOException {
        this.port = port;
        this.directory = directory;
        this.command = new ArrayList<>(List.of("redis-server"));
        command.addAll(arguments);
        this.process = launch();
    }

    /** Without one on the path tests are skipped; where a change is decided on, that is a failure. */
    public static RedisServer start(String... options) {
        return start((port, directory) -> {
            List<String> arguments = new ArrayList<>(List.of("--port", Integer.toString(port)));
            arguments.addAll(inMemoryIn(directory));
            arguments.addAll(List.of(options));
            return arguments;
        });
    }

    /** One that speaks nothing but TLS. */
    static RedisServer startTls(String... options) {
        return start((port, directory) -> {
            List<String> arguments = new ArrayList<>(List.of("--port", "0", "--tls-port", Integer.toString(port)));
            arguments.addAll(inMemoryIn(directory));
            arguments.addAll(List.of(options));
            return arguments;
        });
    }

    /** Its file is its own: it writes there what it finds out. */
    static RedisServer startSentinel(String... lines) {
        return start((port, directory) -> {
            Path file = directory.resolve("sentinel.conf");
            List<String> all = new ArrayList<>(List.of("port " + port, "bind 127.0.0.1", "dir " + directory));
            all.addAll(List.of(lines));
            Files.write(file, all);
            return List.of(file.toString(), "--sentinel");
        });
    }

    private static List<String> inMemoryIn(Path directory) {
        return List.of("--bind", "127.0.0.1", "--save", "", "--dir", directory.toString());
    }

    private interface Arguments {
        List<String> of(int port, Path directory) throws IOException;
    }

    private static RedisServer start(Arguments arguments) {
        String program = find();
        if (program == null) {
            if (Boolean.parseBoolean(System.getenv("CI"))) {
                Assertions.fail("redis-server is not on the PATH, and CI=true says it must be");
            }
            Assumptions.abort("redis-server is not on the PATH: apt-get install redis-server");
        }
        try {
            int port = freePort();
            Path directory = Files.createTempDirectory("redis");
            return new RedisServer(port, directory, arguments.of(port, directory));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static @Nullable String find() {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .map(directory -> Path.of(directory, "redis-server"))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst()
                .orElse(null);
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private Process launch() throws IOException {
        Process launched = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(this::accepts);
        return launched;
    }

    private boolean accepts() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    public int port() {
        return port;
    }

    public RedisURI uri() {
        return RedisURI.create("127.0.0.1", port);
    }

    /** As a machine that is overloaded: connections stay, nothing is answered. */
    public void freeze() {
        signal("STOP");
    }

    public void thaw() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public void kill() {
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** On the same port; with what was on the disk, if the options say so. */
    public void restart() {
        try {
            process = launch();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        thaw();
        kill();
    }
}
