package io.github.resilience4j.adaptive.samples.candles;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.stream.Collectors.joining;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** Somebody else's market data, on a free port of this machine. */
final class Upstream implements AutoCloseable {

    static final String CANDLES = "/candles/";

    private static final long MILLIS_TO_ANSWER = 40;

    private final HiddenLimit limit;
    private final Arrivals arrivals = new Arrivals();
    private final ScheduledExecutorService answers = Executors.newSingleThreadScheduledExecutor();
    private final HttpServer server;

    Upstream(HiddenLimit limit) {
        this.limit = limit;
        try {
            this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext(CANDLES, this::handle);
        server.start();
    }

    Arrivals.Counts counts() {
        return arrivals.counts();
    }

    URI address() {
        InetSocketAddress address = server.getAddress();
        return URI.create("http://" + address.getHostString() + ":" + address.getPort());
    }

    /** Judges a call when it comes (they come one by one) and answers it a little later, without a thread that waits. */
    private void handle(HttpExchange exchange) {
        long now = System.nanoTime();
        boolean taken = limit.takes(now);
        arrivals.add(exchange.getRequestURI().getPath(), taken, now);
        var unused = answers.schedule(() -> answer(exchange, taken), MILLIS_TO_ANSWER, MILLISECONDS);
    }

    private static void answer(HttpExchange exchange, boolean taken) {
        try (exchange) {
            if (taken) {
                Range range = Range.ofPath(exchange.getRequestURI().getPath());
                send(
                        exchange,
                        200,
                        Market.candles(range).stream().map(Candle::line).collect(joining("\n")));
            } else {
                exchange.getResponseHeaders().set("Retry-After", "1");
                send(exchange, 429, "too many requests");
            }
        } catch (IOException e) {
            // The client has gone: there is nobody to answer.
        }
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
        answers.shutdownNow();
    }
}
