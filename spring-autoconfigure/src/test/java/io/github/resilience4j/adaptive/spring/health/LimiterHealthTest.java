package io.github.resilience4j.adaptive.spring.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Over HTTP: the types of health have other names in each Boot. */
@Timeout(120)
class LimiterHealthTest {

    private ConfigurableApplicationContext app;

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class App {}

    private void start(WebApplicationType type, String... properties) {
        app = new SpringApplicationBuilder(App.class)
                .web(type)
                .properties("server.port=0", "server.shutdown=immediate", "spring.main.banner-mode=off")
                .properties("logging.level.root=off", "management.endpoint.health.show-details=always")
                .properties("resilience4j.adaptive.ratelimiter.instances.tracker.limit-for-period=80")
                .properties(properties)
                .run();
    }

    @AfterEach
    void stop() {
        app.close();
    }

    private AdaptiveRateLimiter limiter(String name) {
        return app.getBean(AdaptiveRateLimiterRegistry.class).rateLimiter(name);
    }

    private HttpResponse<String> health(String path) throws Exception {
        URI address = URI.create("http://127.0.0.1:" + app.getEnvironment().getProperty("local.server.port")
                + "/actuator/health" + path);
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
    }

    @Test
    void eachLimiterIsThereAndAPauseIsNotDown() throws Exception {
        start(WebApplicationType.SERVLET);
        limiter("later").pause(Duration.ofHours(1));

        HttpResponse<String> paused = health("/adaptive/later");

        assertThat(paused.statusCode()).isEqualTo(200);
        assertThat(paused.body())
                .contains("\"status\":\"UP\"", "\"state\":\"PAUSED\"", "\"pauseReason\":\"MANUAL\"", "PT59M");
        assertThat(health("").body()).contains("\"tracker\":{", "\"later\":{");
        assertThat(health("/adaptive/none").statusCode()).isEqualTo(404);
        assertThat(app.getBean(AdaptiveRateLimiterRegistry.class).find("none")).isEmpty();
    }

    @Test
    void whatIsAskedForIsSaid() throws Exception {
        start(
                WebApplicationType.REACTIVE,
                "resilience4j.adaptive.health.paused=out-of-service",
                "resilience4j.adaptive.health.stopped=down");
        limiter("tracker").stop("they are moving house");

        assertThat(health("/adaptive/tracker").statusCode()).isEqualTo(503);
        assertThat(health("/adaptive/tracker").body())
                .contains("\"status\":\"DOWN\"", "\"stopReason\":\"they are moving house\"");
        limiter("tracker").resume();
        limiter("tracker").pause(Duration.ofHours(1));
        assertThat(health("/adaptive/tracker").body()).contains("\"status\":\"OUT_OF_SERVICE\"");
    }

    @Test
    void itCanBeSwitchedOffAsAllOfBootsOwn() throws Exception {
        start(WebApplicationType.SERVLET, "management.health.adaptive.enabled=false");

        assertThat(health("/adaptive").statusCode()).isEqualTo(404);
    }
}
