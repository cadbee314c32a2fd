package io.github.resilience4j.adaptive.spring.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.resilience4j.adaptive.annotation.AdaptiveRateLimit;
import io.github.resilience4j.adaptive.annotation.Coalesce;
import io.github.resilience4j.adaptive.outcome.SelfRejections;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.retry.RetryAfterAwareRetry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.circuitbreaker.annotation.CircuitBreaker;
import io.github.resilience4j.retry.annotation.Retry;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/** People, a service, somebody else's API: over real HTTP, with Resilience4j's starter beside ours. */
@Timeout(120)
class FullStackTest {

    private final Hops hops = new Hops();

    static class Tracker {

        private final RestClient client;
        private final AtomicInteger attempts = new AtomicInteger();

        Tracker(@Value("${upstream}") String upstream) {
            this.client = RestClient.builder()
                    .baseUrl(upstream)
                    .requestFactory(new JdkClientHttpRequestFactory())
                    .build();
        }

        @Retry(name = "tracker")
        @CircuitBreaker(name = "tracker")
        @AdaptiveRateLimit(name = "tracker")
        public String issues() {
            attempts.incrementAndGet();
            client.get().retrieve().toBodilessEntity();
            return "issues";
        }

        @Coalesce(name = "shared", maxAge = "1m")
        @Retry(name = "tracker")
        @CircuitBreaker(name = "tracker")
        @AdaptiveRateLimit(name = "tracker")
        public String shared(int project) {
            return issues();
        }

        int attempts() {
            return attempts.get();
        }
    }

    @RestController
    static class Pages {

        private final Tracker tracker;

        Pages(Tracker tracker) {
            this.tracker = tracker;
        }

        @GetMapping("/issues")
        public String issues() {
            return tracker.issues();
        }

        @GetMapping("/shared")
        public String shared() {
            return tracker.shared(1);
        }
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import({Tracker.class, Pages.class})
    static class Service {}

    private ConfigurableApplicationContext service(Hops.Upstream upstream) {
        return hops.app(
                WebApplicationType.SERVLET,
                Service.class,
                "upstream=" + upstream.url(),
                "resilience4j.adaptive.ratelimiter.instances.tracker.limit-for-period=600",
                "resilience4j.adaptive.ratelimiter.instances.tracker.burst=10",
                "resilience4j.adaptive.retry.instances=tracker",
                "resilience4j.adaptive.circuitbreaker.instances=tracker",
                "resilience4j.retry.instances.tracker.max-attempts=3",
                "resilience4j.retry.instances.tracker.wait-duration=10ms",
                "resilience4j.circuitbreaker.instances.tracker.sliding-window-size=10");
    }

    @AfterEach
    void close() throws Exception {
        hops.close();
    }

    @Test
    void anOwnRefusalIsNotRetriedNotRecordedAndAnswered() throws Exception {
        Hops.Upstream upstream = hops.upstream();
        ConfigurableApplicationContext service = service(upstream);
        var limiter = service.getBean(AdaptiveRateLimiterRegistry.class).rateLimiter("tracker");
        limiter.pause(Duration.ofSeconds(60));

        HttpResponse<String> answer = hops.get(service, "issues");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValueAsLong("Retry-After").orElseThrow())
                .isBetween(30L, 60L);
        assertThat(answer.body()).contains(SelfRejections.PROBLEM_TYPE);
        assertThat(limiter.snapshot().rejectedCalls()).isEqualTo(1);
        var breaker = service.getBean(CircuitBreakerRegistry.class)
                .circuitBreaker("tracker")
                .getMetrics();
        assertThat(breaker.getNumberOfBufferedCalls()).isZero();
        assertThat(upstream.calls).hasValue(0);
    }

    @Test
    void everyAttemptTakesAPermitAndTheBreakerSeesEachOutcome() throws Exception {
        Hops.Upstream upstream = hops.upstream();
        upstream.status = 408;
        upstream.retryAfter = "0";
        ConfigurableApplicationContext service = service(upstream);
        var limiter = service.getBean(AdaptiveRateLimiterRegistry.class).rateLimiter("tracker");
        AtomicInteger permits = new AtomicInteger();
        limiter.getEventPublisher().onSuccess(granted -> permits.addAndGet(granted.getNumberOfPermits()));

        assertThat(hops.get(service, "issues").statusCode()).isEqualTo(500);

        assertThat(service.getBean(Tracker.class).attempts()).isEqualTo(3);
        assertThat(upstream.calls).hasValue(3);
        assertThat(permits).hasValue(3);
        var breaker = service.getBean(CircuitBreakerRegistry.class)
                .circuitBreaker("tracker")
                .getMetrics();
        assertThat(breaker.getNumberOfFailedCalls()).isEqualTo(3);
    }

    @Test
    void aRefusalOfTheServerStopsEverybody() throws Exception {
        Hops.Upstream upstream = hops.upstream();
        upstream.status = 429;
        ConfigurableApplicationContext service = service(upstream);
        // The first one waits for the 30 s that the server asked for, or would, were it not to be refused.
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> {
            try {
                hops.get(service, "issues");
            } catch (Exception e) {
                // The test is over.
            }
        });
        var limiter = service.getBean(AdaptiveRateLimiterRegistry.class).rateLimiter("tracker");
        org.awaitility.Awaitility.await().until(() -> limiter.snapshot().throttledCalls() == 1);

        HttpResponse<String> second = hops.get(service, "issues");

        assertThat(second.statusCode()).isEqualTo(503);
        assertThat(second.headers().firstValueAsLong("Retry-After").orElseThrow())
                .isBetween(1L, 30L);
        assertThat(upstream.calls).hasValue(1);
        first.cancel(true);
    }

    @Test
    void fiftyEqualQuestionsAreOneCall() throws Exception {
        Hops.Upstream upstream = hops.upstream();
        ConfigurableApplicationContext service = service(upstream);

        List<CompletableFuture<Integer>> answers = IntStream.range(0, 50)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> {
                    try {
                        return hops.get(service, "shared").statusCode();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }))
                .toList();

        assertThat(answers).allSatisfy(it -> assertThat(it.join()).isEqualTo(200));
        assertThat(upstream.calls).hasValue(1);
    }

    @Test
    void aRefusalOneHopAwayIsOneAttemptForAnyClient() throws Exception {
        ConfigurableApplicationContext service = service(hops.upstream());
        service.getBean(AdaptiveRateLimiterRegistry.class)
                .rateLimiter("tracker")
                .pause(Duration.ofSeconds(60));
        RestClient restClient = RestClient.builder()
                .requestFactory(new JdkClientHttpRequestFactory())
                .build();
        WebClient webClient = WebClient.builder()
                .clientConnector(new JdkClientHttpConnector())
                .build();
        String url = Hops.url(service) + "issues";
        List<Supplier<Object>> calls = List.of(
                () -> restClient.get().uri(url).retrieve().body(String.class),
                () -> webClient
                        .get()
                        .uri(url)
                        .retrieve()
                        .bodyToMono(String.class)
                        .block());

        for (Supplier<Object> call : calls) {
            AtomicInteger attempts = new AtomicInteger();
            var retry = io.github.resilience4j.retry.Retry.of("hop", RetryAfterAwareRetry.ofDefaults());

            Throwable error = catchThrowable(() -> retry.executeSupplier(() -> {
                attempts.incrementAndGet();
                return call.get();
            }));

            assertThat(SelfRejections.isSelfRejection(error)).isTrue();
            assertThat(attempts).hasValue(1);
        }
    }
}
