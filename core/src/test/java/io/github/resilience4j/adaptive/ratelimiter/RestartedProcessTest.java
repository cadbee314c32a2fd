package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.github.resilience4j.adaptive.Slow;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Case L24 with processes that are really killed: in a ban of seventeen and a half hours nobody knocks again. */
@Slow
@Timeout(120)
class RestartedProcessTest {

    private static final int RETRY_AFTER = 63_160;

    @TempDir
    private Path directory;

    private final AtomicInteger calls = new AtomicInteger();
    private final List<Process> started = new ArrayList<>();
    private volatile int status = 429;
    private HttpServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            calls.incrementAndGet();
            exchange.getResponseHeaders().set("Retry-After", Integer.toString(RETRY_AFTER));
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void endAll() {
        started.forEach(Process::destroyForcibly);
        server.stop(0);
    }

    private Process start(String task, long secondsLater) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        RestartedProcess.class.getName(),
                        directory.toString(),
                        "http://localhost:" + server.getAddress().getPort() + "/",
                        task,
                        Long.toString(secondsLater))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        started.add(process);
        return process;
    }

    private static void kill(Process process) throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    private boolean isOnDisk(String limiter, String line) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, limiter + "-*.state")) {
            for (Path file : files) {
                return Files.readString(file).contains(line);
            }
            return false;
        }
    }

    @Test
    void aBanOutlivesProcessesThatAreKilled() throws Exception {
        Process first = start("refused", 0);
        BufferedReader says = first.inputReader();
        assertThat(says.readLine()).isEqualTo("PAUSED");
        assertThat(says.readLine()).isEqualTo("RETRY_AFTER");
        Instant end = Instant.parse(says.readLine());
        await().until(() -> isOnDisk("tracker", "pause.retry-after.left=PT17H32M")
                && isOnDisk("maps", "learned.plateau=")
                && isOnDisk("billing", "stop-reason=migration"));
        assertThatThrownBy(() -> FileLimiterStateStore.in(directory))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("in use by process " + first.pid());
        kill(first);

        Process second = start("look", 0);
        says = second.inputReader();
        assertThat(says.readLine()).isEqualTo("PAUSED");
        assertThat(says.readLine()).isEqualTo("RETRY_AFTER");
        assertThat(Instant.parse(says.readLine())).isCloseTo(end, within(100, ChronoUnit.MILLIS));
        assertThat(Double.parseDouble(says.readLine())).as("limit of maps").isLessThan(480);
        assertThat(says.readLine()).isEqualTo("migration");
        assertThat(says.readLine()).as("refused at once").isEqualTo("100");
        assertThat(says.readLine()).isEqualTo("PAUSED");
        kill(second);
        assertThat(calls).hasValue(1);

        status = 200;
        Process third = start("look", RETRY_AFTER + 1);
        says = third.inputReader();
        assertThat(says.readLine()).isEqualTo("PROBING");
        assertThat(says.readLine()).isEqualTo("RETRY_AFTER");
        assertThat(Duration.between(Instant.now(), Instant.parse(says.readLine())))
                .isLessThan(Duration.ofSeconds(1));
        assertThat(Double.parseDouble(says.readLine())).as("limit of maps").isGreaterThan(240);
        assertThat(says.readLine()).isEqualTo("migration");
        int refused = Integer.parseInt(says.readLine());
        assertThat(refused).as("one probe, then paced").isBetween(80, 99);
        assertThat(says.readLine()).isEqualTo("RUNNING");
        assertThat(calls).hasValue(1 + 100 - refused);
    }
}
