package io.github.resilience4j.adaptive.spring.actuator;

import io.github.resilience4j.adaptive.keypool.ApiKeyPoolRegistry;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.context.ConfigurableApplicationContext;

/** A real application with the endpoint on a real port. */
final class ActuatorApp implements AutoCloseable {

    static final String EXPOSED = "management.endpoints.web.exposure.include=adaptive";
    static final String WRITABLE = "management.endpoint.adaptive.access=unrestricted";

    private static final String SECRET = "correct-horse-battery";

    private final HttpClient client = HttpClient.newHttpClient();
    private final ConfigurableApplicationContext context;

    /** Both kinds of web application, on their port and with one for the management. */
    enum Web {
        MVC(WebApplicationType.SERVLET, false),
        MVC_OWN_PORT(WebApplicationType.SERVLET, true),
        WEBFLUX(WebApplicationType.REACTIVE, false),
        WEBFLUX_OWN_PORT(WebApplicationType.REACTIVE, true);

        private final WebApplicationType type;
        private final boolean hasOwnPort;

        Web(WebApplicationType type, boolean hasOwnPort) {
            this.type = type;
            this.hasOwnPort = hasOwnPort;
        }
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class App {}

    ActuatorApp(Web web, String... properties) {
        this(App.class, web, properties);
    }

    /** With more beans. */
    ActuatorApp(Class<?> beans, Web web, String... properties) {
        context = new SpringApplicationBuilder(App.class, beans)
                .web(web.type)
                .properties("server.port=0", "server.address=127.0.0.1", "server.shutdown=immediate")
                .properties("spring.main.banner-mode=off", "logging.level.root=off", "spring.application.name=shop")
                .properties("resilience4j.adaptive.ratelimiter.instances.tracker.limit-for-period=80")
                .properties("resilience4j.adaptive.coalescer.instances.pages.max-age=1m")
                .properties("resilience4j.adaptive.keypool.instances.maps.keys.key-1.secret=" + SECRET)
                .properties(web.hasOwnPort ? "management.server.port=0" : "server.tomcat.threads.max=20")
                .properties(properties)
                .run();
    }

    ConfigurableApplicationContext context() {
        return context;
    }

    AdaptiveRateLimiterRegistry limiters() {
        return context.getBean(AdaptiveRateLimiterRegistry.class);
    }

    ApiKeyPoolRegistry pools() {
        return context.getBean(ApiKeyPoolRegistry.class);
    }

    AdaptiveRateLimiter tracker() {
        return limiters().rateLimiter("tracker");
    }

    /** Where the endpoint is. */
    String url() {
        var environment = context.getEnvironment();
        String port = environment.getProperty("local.management.port", environment.getProperty("local.server.port"));
        return "http://127.0.0.1:" + port + "/actuator/adaptive";
    }

    HttpResponse<String> get(String path) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(url() + path)));
    }

    Map<String, Object> json(String path) throws Exception {
        return JsonParserFactory.getJsonParser().parseMap(get(path).body());
    }

    /** A command as the dashboard sends it; pairs of names and values. */
    HttpResponse<String> command(String... pairs) throws Exception {
        StringBuilder json = new StringBuilder("{");
        for (int i = 0; i < pairs.length; i += 2) {
            json.append(i == 0 ? "" : ",")
                    .append('"')
                    .append(pairs[i])
                    .append("\":\"")
                    .append(pairs[i + 1])
                    .append('"');
        }
        return post("", "application/json", json.append('}').toString());
    }

    HttpResponse<String> post(String path, String contentType, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url() + path))
                .POST(body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        return send(contentType.isEmpty() ? request : request.header("Content-Type", contentType));
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    static String secret() {
        return SECRET;
    }

    @Override
    public void close() {
        context.close();
    }
}
