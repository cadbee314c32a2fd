package io.github.resilience4j.adaptive.samples.portal;

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
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Somebody else's API, on a free port of this machine: a list of slots, and what is in each. It counts its calls. */
final class Upstream implements AutoCloseable {

    static final String LIST = "/slots";

    private static final long MILLIS_TO_ANSWER = 40;

    private final int slots;
    private final HiddenLimit limit;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger inPause = new AtomicInteger();
    private final ScheduledExecutorService answers = Executors.newSingleThreadScheduledExecutor();
    private final HttpServer server;

    Upstream(int slots, HiddenLimit limit) {
        this.slots = slots;
        this.limit = limit;
        try {
            this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext(LIST, this::handle);
        server.start();
    }

    /**
     * What came.
     *
     * @param calls all calls
     * @param refused those answered with 429
     * @param inPause those whose client had read a Retry-After that was not over
     */
    record Counts(int calls, int refused, int inPause) {}

    Counts counts() {
        return new Counts(calls.get(), refused.get(), inPause.get());
    }

    URI address() {
        InetSocketAddress address = server.getAddress();
        return URI.create("http://" + address.getHostString() + ":" + address.getPort());
    }

    /** Judges a call when it comes and answers it a little later, without a thread that waits. */
    private void handle(HttpExchange exchange) {
        calls.incrementAndGet();
        if (Boolean.parseBoolean(exchange.getRequestHeaders().getFirst(UpstreamClient.IN_PAUSE))) {
            inPause.incrementAndGet();
        }
        Duration refusal = limit.refuseFor(System.nanoTime());
        var unused = answers.schedule(() -> answer(exchange, refusal), MILLIS_TO_ANSWER, MILLISECONDS);
    }

    private void answer(HttpExchange exchange, Duration refusal) {
        try (exchange) {
            if (refusal.isZero()) {
                send(exchange, 200, content(exchange.getRequestURI().getPath()));
            } else {
                refused.incrementAndGet();
                exchange.getResponseHeaders().set("Retry-After", Long.toString(wholeSeconds(refusal)));
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

    private String content(String path) {
        return path.equals(LIST)
                ? IntStream.rangeClosed(1, slots)
                        .mapToObj(slot -> LIST + "/" + slot)
                        .collect(joining("\n"))
                : "deployed";
    }

    /** Rounded up, as Retry-After has no fractions. */
    private static long wholeSeconds(Duration duration) {
        return duration.plusSeconds(1).minusNanos(1).toSeconds();
    }

    @Override
    public void close() {
        server.stop(0);
        answers.shutdownNow();
    }
}
