package io.github.resilience4j.adaptive.spring.web;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Real applications on real ports, and an upstream with a will of its own. */
final class Hops implements AutoCloseable {

    private final List<Runnable> open = new ArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();

    /** Somebody else's API. */
    static final class Upstream {

        final AtomicInteger calls = new AtomicInteger();
        volatile int status = 200;
        volatile String retryAfter = "30";
        private final HttpServer server;

        Upstream() throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                calls.incrementAndGet();
                exchange.getResponseHeaders().add("Retry-After", retryAfter);
                exchange.sendResponseHeaders(status, -1);
                exchange.close();
            });
            server.start();
        }

        String url() {
            return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        }
    }

    Upstream upstream() throws IOException {
        Upstream upstream = new Upstream();
        open.add(() -> upstream.server.stop(0));
        return upstream;
    }

    ConfigurableApplicationContext app(WebApplicationType type, Class<?> app, String... properties) {
        ConfigurableApplicationContext context = new SpringApplicationBuilder(app)
                .web(type)
                // At once: calls that still wait when a test is over would hold up a graceful end for half a minute.
                .properties("server.port=0", "server.shutdown=immediate")
                .properties("spring.main.banner-mode=off", "logging.level.root=off")
                .properties(properties)
                .run();
        open.add(context::close);
        return context;
    }

    static String url(ConfigurableApplicationContext app) {
        return "http://127.0.0.1:" + app.getEnvironment().getProperty("local.server.port") + "/";
    }

    HttpResponse<String> get(ConfigurableApplicationContext app, String path) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(url(app) + path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).run();
        }
    }
}
