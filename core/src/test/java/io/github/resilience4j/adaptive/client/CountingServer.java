package io.github.resilience4j.adaptive.client;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A server on loopback that answers by a script and counts who came when. The last line of the script is said for ever. */
public final class CountingServer implements AutoCloseable {

    /**
     * A line of the script.
     *
     * @param status the status
     * @param headers the fields
     * @param body the body
     * @param gate the answer waits until it opens
     */
    private record Line(int status, Map<String, String> headers, String body, CountDownLatch gate) {}

    /**
     * A request as it came in.
     *
     * @param at when, by {@link System#nanoTime()}
     * @param method its method
     * @param path its path
     * @param headers its fields
     * @param body its body
     */
    public record Arrival(long at, String method, String path, Headers headers, String body) {}

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Queue<Line> script = new ArrayDeque<>();
    private final List<Arrival> arrivals = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    public CountingServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1000);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    public CountingServer answers(int status, Map<String, String> headers, String body) {
        return answers(status, headers, body, new CountDownLatch(0));
    }

    public CountingServer answers(int status, Map<String, String> headers, String body, CountDownLatch gate) {
        synchronized (script) {
            script.add(new Line(status, headers, body, gate));
        }
        return this;
    }

    public List<Arrival> arrivals() {
        return arrivals;
    }

    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    private void answer(HttpExchange exchange) throws IOException {
        long now = System.nanoTime();
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            arrivals.add(new Arrival(
                    now,
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getPath(),
                    exchange.getRequestHeaders(),
                    body));
            Line line;
            synchronized (script) {
                line = script.size() > 1 ? script.remove() : script.element();
            }
            await(line.gate());
            line.headers().forEach(exchange.getResponseHeaders()::set);
            byte[] bytes = line.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(line.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private static void await(CountDownLatch gate) throws IOException {
        try {
            if (!gate.await(30, TimeUnit.SECONDS)) {
                throw new IOException("nobody opened the gate");
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
