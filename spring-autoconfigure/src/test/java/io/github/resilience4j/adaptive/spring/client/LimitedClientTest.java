package io.github.resilience4j.adaptive.spring.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.github.resilience4j.adaptive.client.OutgoingCalls;
import io.github.resilience4j.adaptive.client.spring.AdaptiveExchangeFilter;
import io.github.resilience4j.adaptive.client.spring.AdaptiveRequestInterceptor;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.retry.RetryAfterAwareRetry;
import io.github.resilience4j.adaptive.spring.Apps;
import io.github.resilience4j.adaptive.spring.FailedStarts;
import io.github.resilience4j.adaptive.spring.ratelimiter.AdaptiveRateLimiterConfigCustomizer;
import io.github.resilience4j.core.IntervalFunction;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;

/** Spring's clients get their limiter by a property. */
class LimitedClientTest {

    private static final Class<?> BUILDER = Apps.boot(
            "org.springframework.boot.restclient.RestTemplateBuilder",
            "org.springframework.boot.web.client.RestTemplateBuilder");

    private final AtomicInteger arrivals = new AtomicInteger();
    private HttpServer server;
    private String url;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            int status = arrivals.incrementAndGet() == 1
                            && exchange.getRequestURI().getPath().equals("/busy")
                    ? 503
                    : 204;
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
        url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    /** Ten calls an hour, and none comes back during the test. */
    private static ApplicationContextRunner app(String... properties) {
        return Apps.alone()
                .withConfiguration(AutoConfigurations.of(
                        Apps.boot(
                                "org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration",
                                "org.springframework.boot.autoconfigure.web.client.RestClientAutoConfiguration"),
                        Apps.boot(
                                "org.springframework.boot.restclient.autoconfigure.RestTemplateAutoConfiguration",
                                "org.springframework.boot.autoconfigure.web.client.RestTemplateAutoConfiguration")))
                .withPropertyValues(
                        "resilience4j.adaptive.ratelimiter.instances.partner.limit-for-period=10",
                        "resilience4j.adaptive.ratelimiter.instances.partner.burst=10",
                        "resilience4j.adaptive.ratelimiter.instances.partner.limit-refresh-period=1h")
                .withPropertyValues(properties);
    }

    @Configuration(proxyBeanMethods = false)
    static class Clients {

        @Bean
        @Scope("prototype")
        WebClient.Builder webClientBuilder() {
            return WebClient.builder().clientConnector(new JdkClientHttpConnector());
        }

        @Bean
        RestTemplate plainTemplate() {
            return new RestTemplate();
        }
    }

    private static int left(ApplicationContext context) {
        return context.getBean(AdaptiveRateLimiterRegistry.class)
                .find("partner")
                .orElseThrow()
                .getMetrics()
                .getAvailablePermissions();
    }

    private static RestTemplate built(ApplicationContext context) {
        Method build = ReflectionUtils.findMethod(BUILDER, "build");
        return (RestTemplate) ReflectionUtils.invokeMethod(build, context.getBean(BUILDER));
    }

    private static RestClient restClient(ApplicationContext context) {
        return context.getBean(RestClient.Builder.class).build();
    }

    @Test
    void aRestClientTakesAPermitForEveryCall() {
        app("resilience4j.adaptive.client.rest-client.limiter=partner").run(context -> {
            restClient(context).get().uri(url).retrieve().toBodilessEntity();
            restClient(context).get().uri(url).retrieve().toBodilessEntity();

            assertThat(left(context)).isEqualTo(8);
        });
    }

    @Test
    void aBuilderThatBringsALimiterKeepsToThat() {
        OutgoingCalls own = OutgoingCalls.of(AdaptiveRateLimiter.of("own", AdaptiveRateLimiterConfig.ofDefaults()));
        app(
                        "resilience4j.adaptive.client.rest-client.limiter=partner",
                        "resilience4j.adaptive.client.web-client.limiter=partner")
                .withBean(
                        "ownRestClient",
                        RestClient.Builder.class,
                        () -> RestClient.builder().requestInterceptor(AdaptiveRequestInterceptor.of(own)))
                .withBean(
                        "ownWebClient",
                        WebClient.Builder.class,
                        () -> WebClient.builder()
                                .clientConnector(new JdkClientHttpConnector())
                                .filter(AdaptiveExchangeFilter.of(own)))
                .run(context -> {
                    context.getBean("ownRestClient", RestClient.Builder.class)
                            .build()
                            .get()
                            .uri(url)
                            .retrieve()
                            .toBodilessEntity();
                    context.getBean("ownWebClient", WebClient.Builder.class)
                            .build()
                            .get()
                            .uri(url)
                            .retrieve()
                            .toBodilessEntity()
                            .block();

                    assertThat(arrivals).hasValue(2);
                    assertThat(left(context)).isEqualTo(10);
                });
    }

    @Test
    void aRestTemplateThatBringsALimiterKeepsToThat() {
        OutgoingCalls own = OutgoingCalls.of(AdaptiveRateLimiter.of("own", AdaptiveRateLimiterConfig.ofDefaults()));
        RestTemplate template = new RestTemplate();
        template.getInterceptors().add(AdaptiveRequestInterceptor.of(own));
        app("resilience4j.adaptive.client.rest-template.limiter=partner")
                .withBean("ownTemplate", RestTemplate.class, () -> template)
                .run(context -> {
                    context.getBean(RestTemplate.class).getForEntity(url, Void.class);

                    assertThat(arrivals).hasValue(1);
                    assertThat(left(context)).isEqualTo(10);
                });
    }

    @Test
    void aRestTemplateOfBootsBuilderTakesAPermitForEveryCall() {
        app("resilience4j.adaptive.client.rest-template.limiter=partner").run(context -> {
            built(context).getForEntity(url, Void.class);
            built(context).getForEntity(url, Void.class);

            assertThat(left(context)).isEqualTo(8);
        });
    }

    @Test
    void aRestTemplateThatIsABeanTakesOneWhoeverMadeIt() {
        app("resilience4j.adaptive.client.rest-template.limiter=partner")
                .withUserConfiguration(Clients.class)
                .withBean("builtTemplate", RestTemplate.class, () -> new RestTemplate())
                .run(context -> {
                    context.getBean("plainTemplate", RestTemplate.class).getForEntity(url, Void.class);
                    context.getBean("builtTemplate", RestTemplate.class).getForEntity(url, Void.class);

                    assertThat(left(context)).isEqualTo(8);
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class BuiltByTheBuilder {

        @Bean
        RestTemplate template(ApplicationContext context) {
            return built(context);
        }
    }

    @Test
    void aBeanMadeByTheBuilderIsLimitedOnce() {
        app("resilience4j.adaptive.client.rest-template.limiter=partner")
                .withUserConfiguration(BuiltByTheBuilder.class)
                .run(context -> {
                    context.getBean(RestTemplate.class).getForEntity(url, Void.class);

                    assertThat(left(context)).isEqualTo(9);
                });
    }

    @Test
    void aWebClientTakesAPermitForEveryCall() {
        app("resilience4j.adaptive.client.web-client.limiter=partner")
                .withUserConfiguration(Clients.class)
                .run(context -> {
                    WebClient client = context.getBean(WebClient.Builder.class).build();
                    client.get().uri(url).retrieve().toBodilessEntity().block(Duration.ofSeconds(20));

                    assertThat(left(context)).isEqualTo(9);
                });
    }

    @Test
    void eachHostHasItsLimiterIfAsked() {
        app(
                        "resilience4j.adaptive.client.rest-client.limiter=partner",
                        "resilience4j.adaptive.client.rest-client.key=host")
                .run(context -> {
                    restClient(context).get().uri(url).retrieve().toBodilessEntity();

                    assertThat(left(context)).isEqualTo(10);
                    assertThat(context.getBean(AdaptiveRateLimiterRegistry.class)
                                    .keyedRateLimiters("partner"))
                            .containsOnlyKeys("127.0.0.1:" + server.getAddress().getPort());
                });
    }

    @Test
    void withoutThePropertyNothingIsChanged() {
        app().withUserConfiguration(Clients.class).run(context -> {
            restClient(context).get().uri(url).retrieve().toBodilessEntity();
            built(context).getForEntity(url, Void.class);
            context.getBean("plainTemplate", RestTemplate.class).getForEntity(url, Void.class);

            assertThat(left(context)).isEqualTo(10);
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class LimiterThatNeedsAClient {

        @Bean
        AdaptiveRateLimiterConfigCustomizer customizer(RestClient.Builder builder) {
            return AdaptiveRateLimiterConfigCustomizer.of("partner", config -> builder.build());
        }
    }

    @Test
    void whatLimitersAreMadeOfMayNeedAClient() {
        app().withUserConfiguration(LimiterThatNeedsAClient.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void aCustomizerMayAddARetry() {
        app("resilience4j.adaptive.client.rest-client.limiter=partner")
                .withBean(
                        OutgoingCallsCustomizer.class,
                        () -> OutgoingCallsCustomizer.of(
                                "rest-client",
                                calls -> calls.retry(
                                        RetryAfterAwareRetry.custom().backoff(IntervalFunction.of(1)))))
                .run(context -> {
                    restClient(context).get().uri(url + "busy").retrieve().toBodilessEntity();

                    assertThat(arrivals).hasValue(2);
                    assertThat(left(context)).isEqualTo(8);
                });
    }

    @Test
    void aCustomizerForNoClientEndsTheStart() {
        app().withBean(OutgoingCallsCustomizer.class, () -> OutgoingCallsCustomizer.of("restclient", calls -> {}))
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining("restclient")
                        .hasMessageContaining("rest-client"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            rest-client.limiter=none     | there is no limiter of that name; there are [partner]
            rest-template.limiter=none   | there is no limiter of that name; there are [partner]
            web-client.limiter=none      | there is no limiter of that name; there are [partner]
            rest-client.key=host         | there is no limiter to have one of for each
            rest-client.key=path         | one of none, host
            rest-client.limit=partner    | rest-client.limit
            """)
    void theStartFailsOnWhatCannotBe(String property, String reason) {
        String name = property.substring(0, property.indexOf('='));

        assertThat(FailedStarts.analysis(app("resilience4j.adaptive.client." + property))
                        .getDescription())
                .contains("resilience4j.adaptive.client." + name)
                .contains(reason);
    }

    @Test
    void theStartFailsForAClientThatIsNotThere() {
        assertThat(FailedStarts.analysis(app("resilience4j.adaptive.client.web-client.limiter=partner")
                                .withClassLoader(new FilteredClassLoader("org.springframework.web.reactive")))
                        .getDescription())
                .contains("there is no WebClient on the class path");
    }
}
