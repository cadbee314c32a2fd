package io.github.resilience4j.adaptive.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.annotation.AdaptiveRateLimit;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolRegistry;
import io.github.resilience4j.adaptive.outcome.SelfRejection;
import io.github.resilience4j.adaptive.outcome.SelfRejections;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Mono;

@Timeout(120)
class WebRefusalsTest {

    private final Hops hops = new Hops();

    /** Both kinds of web application. */
    enum Web {
        MVC(WebApplicationType.SERVLET),
        WEBFLUX(WebApplicationType.REACTIVE);

        final WebApplicationType type;

        Web(WebApplicationType type) {
            this.type = type;
        }
    }

    static class Busy extends RuntimeException implements SelfRejection {
        @Override
        public Duration retryAfter() {
            return Duration.ofMillis(1_200);
        }
    }

    @RestController
    static class Pages {

        private final AdaptiveRateLimiterRegistry limiters;
        private final CircuitBreakerRegistry breakers;
        private final ApiKeyPoolRegistry pools;

        Pages(AdaptiveRateLimiterRegistry limiters, CircuitBreakerRegistry breakers, ApiKeyPoolRegistry pools) {
            this.limiters = limiters;
            this.breakers = breakers;
            this.pools = pools;
        }

        @GetMapping("/keyed")
        public String keyed() {
            return limiters.forKey("secret-tracker", "a[1]").executeSupplier(() -> "fine");
        }

        @GetMapping("/guarded")
        public String guarded() {
            return breakers.circuitBreaker("secret-breaker").executeSupplier(() -> "fine");
        }

        @GetMapping("/keys")
        public ResponseEntity<String> keys() throws Throwable {
            return pools.find("secret-maps")
                    .orElseThrow()
                    .execute(lease -> ResponseEntity.status(429)
                            .header("Retry-After", "42")
                            .body("with " + lease.secret()));
        }

        @GetMapping("/limited")
        @AdaptiveRateLimit(name = "secret-tracker")
        public String limited() {
            return "fine";
        }

        @GetMapping("/later")
        public CompletableFuture<String> later() {
            return CompletableFuture.failedFuture(new CompletionException(new Busy()));
        }

        @GetMapping("/mono")
        public Mono<String> mono() {
            return Mono.error(new IllegalStateException("wrapped", new Busy()));
        }

        @GetMapping("/breaker")
        public String breaker() {
            throw CallNotPermittedException.createCallNotPermittedException(CircuitBreaker.ofDefaults("secret"));
        }

        @GetMapping("/status")
        public String status() {
            throw new ResponseStatusException(HttpStatus.LOCKED, "own", new Busy());
        }

        @GetMapping("/other")
        public String other() {
            throw new IllegalStateException("not ours");
        }
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(Pages.class)
    static class App {}

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import({Pages.class, OwnHandler.class})
    static class AppWithHandler {}

    @RestControllerAdvice
    static class OwnHandler {
        @ExceptionHandler
        ResponseEntity<String> refused(RequestNotPermitted error) {
            return ResponseEntity.status(429).body("own");
        }
    }

    @AfterEach
    void close() throws Exception {
        hops.close();
    }

    @ParameterizedTest
    @EnumSource
    void aPausedLimiterIsAnsweredWithTheRestOfItsPause(Web web) throws Exception {
        ConfigurableApplicationContext app = hops.app(web.type, App.class);
        assertThat(hops.get(app, "limited").body()).isEqualTo("fine");
        limiter(app).pause(Duration.ofSeconds(90));

        HttpResponse<String> answer = hops.get(app, "limited");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValueAsLong("Retry-After").orElseThrow())
                .isBetween(60L, 90L);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(answer.body())
                .contains("\"type\":\"" + SelfRejections.PROBLEM_TYPE + "\"", "\"status\":503")
                .doesNotContain("secret", "Exception", "trace", "io.github");
    }

    @ParameterizedTest
    @EnumSource
    void aStoppedLimiterSaysNoTime(Web web) throws Exception {
        ConfigurableApplicationContext app = hops.app(web.type, App.class);
        limiter(app).stop("by a person");

        HttpResponse<String> answer = hops.get(app, "limited");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).isEmpty();
        assertThat(answer.body()).contains(SelfRejections.PROBLEM_TYPE).doesNotContain("person");
    }

    @ParameterizedTest
    @EnumSource
    void anEmptyBucketSaysWhenThereIsAPermit(Web web) throws Exception {
        ConfigurableApplicationContext app = hops.app(
                web.type,
                App.class,
                "resilience4j.adaptive.ratelimiter.instances.secret-tracker.limit-for-period=6",
                "resilience4j.adaptive.ratelimiter.instances.secret-tracker.limit-refresh-period=1m",
                "resilience4j.adaptive.ratelimiter.instances.secret-tracker.timeout-duration=0");
        assertThat(hops.get(app, "limited").statusCode()).isEqualTo(200);

        assertThat(hops.get(app, "limited")
                        .headers()
                        .firstValueAsLong("Retry-After")
                        .orElseThrow())
                .isBetween(1L, 10L);
    }

    @ParameterizedTest
    @EnumSource
    void refusalsAreFoundAmongCausesAndInAsynchronousResults(Web web) throws Exception {
        ConfigurableApplicationContext app = hops.app(web.type, App.class);

        for (String path : new String[] {"later", "mono"}) {
            HttpResponse<String> answer = hops.get(app, path);
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Retry-After")).contains("2");
        }
        HttpResponse<String> breaker = hops.get(app, "breaker");
        assertThat(breaker.statusCode()).isEqualTo(503);
        assertThat(breaker.headers().firstValue("Retry-After")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aLimiterForASingleKeyIsFound(Web web) throws Exception {
        ConfigurableApplicationContext app = hops.app(web.type, App.class);
        app.getBean(AdaptiveRateLimiterRegistry.class)
                .forKey("secret-tracker", "a[1]")
                .pause(Duration.ofSeconds(90));

        assertThat(retryAfter(hops.get(app, "keyed"))).isBetween(60L, 90L);
    }

    @ParameterizedTest
    @EnumSource
    void anOpenBreakerSaysWhenItTriesAgain(Web web) throws Exception {
        ConfigurableApplicationContext app = hops.app(
                web.type,
                App.class,
                "resilience4j.circuitbreaker.instances.secret-breaker.wait-duration-in-open-state=80s",
                "resilience4j.adaptive.circuitbreaker.instances=secret-breaker");
        CircuitBreaker breaker = app.getBean(CircuitBreakerRegistry.class).circuitBreaker("secret-breaker");
        assertThat(hops.get(app, "guarded").body()).isEqualTo("fine");

        breaker.transitionToOpenState();
        assertThat(retryAfter(hops.get(app, "guarded"))).isBetween(50L, 80L);

        breaker.transitionToClosedState();
        breaker.onResult(
                1,
                TimeUnit.MILLISECONDS,
                ResponseEntity.status(503).header("Retry-After", "300").build());
        assertThat(retryAfter(hops.get(app, "guarded"))).isBetween(250L, 300L);
    }

    @ParameterizedTest
    @EnumSource
    void aPoolWithoutAKeySaysWhenTheFirstIsBack(Web web) throws Exception {
        ConfigurableApplicationContext app = hops.app(
                web.type,
                App.class,
                "resilience4j.adaptive.keypool.instances.secret-maps.keys.secret-key=secret-of-it");

        HttpResponse<String> answer = hops.get(app, "keys");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(retryAfter(answer)).isBetween(30L, 42L);
        assertThat(answer.body()).contains(SelfRejections.PROBLEM_TYPE).doesNotContain("secret");
    }

    private static long retryAfter(HttpResponse<String> answer) {
        return answer.headers().firstValueAsLong("Retry-After").orElseThrow();
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNotOursIsLeftAlone(Web web) throws Exception {
        ConfigurableApplicationContext app = hops.app(web.type, App.class);

        assertThat(hops.get(app, "other").statusCode()).isEqualTo(500);
        assertThat(hops.get(app, "status").statusCode()).isEqualTo(423);
        assertThat(hops.get(app, "nowhere").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @EnumSource
    void aHandlerOfTheUsersWins(Web web) throws Exception {
        ConfigurableApplicationContext app = hops.app(web.type, AppWithHandler.class);
        limiter(app).stop("test");

        HttpResponse<String> answer = hops.get(app, "limited");

        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.body()).isEqualTo("own");
    }

    @ParameterizedTest
    @EnumSource
    void canBeSwitchedOff(Web web) throws Exception {
        ConfigurableApplicationContext app = hops.app(web.type, App.class, "resilience4j.adaptive.web.enabled=false");
        limiter(app).stop("test");

        assertThat(hops.get(app, "limited").statusCode()).isEqualTo(500);
    }

    @Test
    void isNotThereWithoutTheWeb() {
        ConfigurableApplicationContext app = hops.app(WebApplicationType.NONE, App.class);

        assertThat(app.getBeanNamesForType(WebRefusalsAutoConfiguration.class)).isEmpty();
    }

    private static AdaptiveRateLimiter limiter(ConfigurableApplicationContext app) {
        return app.getBean(AdaptiveRateLimiterRegistry.class).rateLimiter("secret-tracker");
    }
}
