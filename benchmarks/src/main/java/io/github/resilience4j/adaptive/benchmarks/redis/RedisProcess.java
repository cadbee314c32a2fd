package io.github.resilience4j.adaptive.benchmarks.redis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A {@code redis-server} from the path, on a free port of this machine; it writes nothing to a disk. */
final class RedisProcess implements AutoCloseable {

    private static final int TRIES = 100;

    private final int port;
    private final Process process;

    private RedisProcess(int port, Process process) {
        this.port = port;
        this.process = process;
    }

    static RedisProcess start() throws IOException {
        int port = freePort();
        Process process = new ProcessBuilder(
                        "redis-server",
                        "--port",
                        Integer.toString(port),
                        "--bind",
                        "127.0.0.1",
                        "--save",
                        "",
                        "--appendonly",
                        "no")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        for (int i = 0; i < TRIES; i++) {
            if (accepts(port)) {
                return new RedisProcess(port, process);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
        process.destroyForcibly();
        throw new IOException("redis-server does not answer on port " + port);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static boolean accepts(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    String uri() {
        return "redis://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
