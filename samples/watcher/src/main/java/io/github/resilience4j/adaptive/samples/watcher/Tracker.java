package io.github.resilience4j.adaptive.samples.watcher;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;

/** Somebody else's API, on a free port of this machine. It lives in the time of the story. */
final class Tracker implements AutoCloseable {

    private final StoryTime time;
    private final HttpServer server;
    private volatile Rule rule = now -> Rule.Verdict.SERVED;
    private volatile Counts counts = new Counts(0, 0);

    Tracker(StoryTime time) {
        this.time = time;
        try {
            this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.start();
    }

    /**
     * What came since the rule was made.
     *
     * @param calls all calls
     * @param refused those answered with 429
     */
    record Counts(int calls, int refused) {

        private Counts and(boolean oneRefused) {
            return new Counts(calls + 1, oneRefused ? refused + 1 : refused);
        }
    }

    /** From now on, it judges like this, and counts from nothing. */
    void follow(Rule next) {
        counts = new Counts(0, 0);
        rule = next;
    }

    Counts counts() {
        return counts;
    }

    URI address() {
        InetSocketAddress address = server.getAddress();
        return URI.create("http://" + address.getHostString() + ":" + address.getPort());
    }

    /** The server has one thread, so calls are judged one after the other. */
    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Rule.Verdict verdict = rule.judge(time.passed());
            counts = counts.and(verdict.status() == 429);
            Duration wait = verdict.retryAfter();
            if (!wait.isZero()) {
                exchange.getResponseHeaders()
                        .set(
                                "Retry-After",
                                Long.toString(wait.plusNanos(999_999_999).toSeconds()));
            }
            exchange.sendResponseHeaders(verdict.status(), -1);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
