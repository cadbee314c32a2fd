package io.github.resilience4j.adaptive.samples.portal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.outcome.SelfRejections;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The portal as it is seen from outside. */
class InABrowserTest {

    private ConfigurableApplicationContext app;

    private void start(String... properties) {
        app = SpringApplication.run(PortalSample.class, properties);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    private HttpResponse<String> get(String path) throws Exception {
        URI address = URI.create("http://localhost:" + app.getEnvironment().getProperty("local.server.port") + path);
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
    }

    @Test
    void whoeverIsTurnedAwayIsToldUntilWhen() throws Exception {
        start();
        assertThat(get("/slots").body()).contains("/slots/11");
        assertThat(get("/slots/3").body()).isEqualTo("deployed");
        app.getBean(AdaptiveRateLimiterRegistry.class).rateLimiter("limited").pause(Duration.ofHours(1));

        HttpResponse<String> answer = get("/slots");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValueAsLong("Retry-After").orElseThrow())
                .isBetween(3000L, 3600L);
        assertThat(answer.body()).contains(SelfRejections.PROBLEM_TYPE);
    }

    @Test
    void thePageShowsTheNumbersOfAllThree() throws Exception {
        start();
        assertThat(get("/").body()).contains("The portal and the unknown limit", "fetch(\"status\")");
        assertThat(get("/status").body())
                .contains("\"portal\":\"limiter and coalescer\"", "\"limit\":80.0", "\"state\":\"RUNNING\"")
                .contains("\"portal\":\"neither\"");
    }

    @Test
    void theDashboardIsThereWithItsButtons() throws Exception {
        start();
        assertThat(get("/actuator/adaptive/dashboard").body()).contains("Adaptive limits");
        assertThat(get("/actuator/adaptive").body())
                .contains("\"application\":\"portal\"", "\"writable\":true", "\"limited\"", "\"shared\"");
    }

    @Test
    void withPollingSwitchedOffTabsStayAsTheyAreAndPeopleAreServed() throws Exception {
        start(Stream.concat(Stream.of(Speed.SIXTY_TIMES), Stream.of("--resilience4j.adaptive.polling.enabled=false"))
                .toArray(String[]::new));

        Comparison comparison = app.getBean(Show.class).play(line -> {});

        assertThat(comparison.shared().freshPieces()).isZero();
        assertThat(comparison.limiter().freshPieces()).isZero();
        assertThat(comparison.limiter().pages()).isNotEmpty().allMatch(Page::complete);
    }
}
