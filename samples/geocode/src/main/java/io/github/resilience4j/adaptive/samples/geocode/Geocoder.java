package io.github.resilience4j.adaptive.samples.geocode;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.resilience4j.adaptive.keypool.ApiKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Somebody else's geocoder, on a free port of this machine. It knows its keys and counts what comes with each. */
final class Geocoder implements AutoCloseable {

    /** Where a call says its key. */
    static final String KEY_HEADER = "X-Api-Key";

    /**
     * What came with a key.
     *
     * @param calls all calls
     * @param rejected those answered with 401 or 429
     */
    record Counts(int calls, int rejected) {}

    private static final class Account {
        private final String id;
        private final AtomicInteger calls = new AtomicInteger();
        private final AtomicInteger rejected = new AtomicInteger();

        private Account(String id) {
            this.id = id;
        }
    }

    private final Story story;
    private final Map<String, Account> accounts = new TreeMap<>();
    private final long openedAt = System.nanoTime();
    private final ExecutorService workers = Executors.newFixedThreadPool(4);
    private final HttpServer server;

    Geocoder(Story story) {
        this.story = story;
        for (ApiKey key : Story.keys()) {
            accounts.put(key.readSecret(), new Account(key.getId()));
        }
        try {
            this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/geocode", this::handle);
        server.setExecutor(workers);
        server.start();
    }

    URI address() {
        InetSocketAddress address = server.getAddress();
        return URI.create("http://" + address.getHostString() + ":" + address.getPort() + "/geocode");
    }

    /** By key, in their order. */
    Map<String, Counts> counts() {
        Map<String, Counts> counts = new TreeMap<>();
        accounts.values()
                .forEach(account -> counts.put(account.id, new Counts(account.calls.get(), account.rejected.get())));
        return counts;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Account account =
                    accounts.get(String.valueOf(exchange.getRequestHeaders().getFirst(KEY_HEADER)));
            int status = account == null ? 401 : judge(account, account.calls.incrementAndGet());
            if (account != null && status >= 400) {
                account.rejected.incrementAndGet();
            }
            if (status == 429) {
                long left = story.quotaReset()
                        .minusNanos(System.nanoTime() - openedAt)
                        .toSeconds();
                exchange.getResponseHeaders().set("X-RateLimit-Remaining", "0");
                exchange.getResponseHeaders().set("Retry-After", Long.toString(left + 1));
            }
            byte[] body = (status == 200 ? "52.52,13.40" : "no").getBytes(UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private int judge(Account account, int call) {
        boolean reinstated = account.id.equals(Story.REINSTATED)
                && Duration.ofNanos(System.nanoTime() - openedAt).compareTo(story.reinstatedAfter()) >= 0;
        if (Story.SUSPENDED.contains(account.id) && !reinstated) {
            return 401;
        }
        return account.id.equals(Story.OVER_QUOTA) && call > story.quota() ? 429 : 200;
    }

    @Override
    public void close() {
        server.stop(0);
        workers.shutdownNow();
    }
}
