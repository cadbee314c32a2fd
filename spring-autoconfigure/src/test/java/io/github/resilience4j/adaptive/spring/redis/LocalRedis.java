package io.github.resilience4j.adaptive.spring.redis;

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
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;

/** A real Redis on a free port of this machine; ends with the test. */
final class LocalRedis implements AutoCloseable {

    private final int port;
    private final Process process;

    private LocalRedis(int port, Process process) {
        this.port = port;
        this.process = process;
    }

    /** Without one on the path tests are skipped; where a change is decided on, that is a failure. */
    static LocalRedis start(String... options) {
        if (Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .noneMatch(directory -> Files.isExecutable(Path.of(directory, "redis-server")))) {
            if (Boolean.parseBoolean(System.getenv("CI"))) {
                Assertions.fail("redis-server is not on the PATH, and CI=true says it must be");
            }
            Assumptions.abort("redis-server is not on the PATH: apt-get install redis-server");
        }
        try {
            int port = freePort();
            Path directory = Files.createTempDirectory("redis");
            List<String> command = new ArrayList<>(List.of("redis-server", "--bind", "127.0.0.1", "--save", ""));
            command.addAll(List.of("--port", Integer.toString(port), "--dir", directory.toString()));
            command.addAll(List.of(options));
            LocalRedis redis = new LocalRedis(
                    port,
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(directory.resolve("log").toFile())
                            .start());
            Awaitility.await().atMost(Duration.ofSeconds(20)).until(redis::accepts);
            return redis;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private boolean accepts() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
