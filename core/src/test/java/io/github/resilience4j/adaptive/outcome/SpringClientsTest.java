package io.github.resilience4j.adaptive.outcome;

import static io.github.resilience4j.adaptive.outcome.Outcome.Trait.FAILURE;
import static io.github.resilience4j.adaptive.outcome.Outcome.Trait.NOT_EXECUTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import io.github.resilience4j.adaptive.Slow;
import io.github.resilience4j.adaptive.outcome.Outcome.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.io.InputStreamResource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientResponseException;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import org.springframework.web.reactive.function.client.WebClientResponseException;

/** What Spring's clients really return and throw, over the loopback. */
@Slow
@Timeout(60)
class SpringClientsTest {

    private static final String OURS =
            "{\"type\":\"" + SelfRejections.PROBLEM_TYPE + "\",\"title\":\"Service Unavailable\",\"status\":503}";

    private final OutcomeClassifier classifier = OutcomeClassifier.standard();
    private HttpServer server;
    private String url;

    /** One call, a POST of a few bytes, with each client Spring has. */
    enum Client {
        REST_CLIENT_ON_JDK {
            @Override
            ResponseEntity<String> post(String url, Duration patience) {
                return restClient(jdk(patience), url);
            }
        },
        REST_CLIENT_ON_URL_CONNECTION {
            @Override
            ResponseEntity<String> post(String url, Duration patience) {
                return restClient(urlConnection(patience), url);
            }
        },
        REST_TEMPLATE {
            @Override
            ResponseEntity<String> post(String url, Duration patience) {
                return new RestTemplate(jdk(patience)).postForEntity(url, "x", String.class);
            }
        },
        WEB_CLIENT {
            @Override
            ResponseEntity<String> post(String url, Duration patience) {
                JdkClientHttpConnector connector = new JdkClientHttpConnector(http());
                connector.setReadTimeout(patience);
                return webClient(WebClient.builder().clientConnector(connector).build(), url);
            }
        };

        abstract ResponseEntity<String> post(String url, Duration patience);

        /** With more patience than a busy machine needs. */
        ResponseEntity<String> post(String url) {
            return post(url, Duration.ofSeconds(20));
        }

        static HttpClient http() {
            return HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(20))
                    .build();
        }

        static ClientHttpRequestFactory jdk(Duration patience) {
            JdkClientHttpRequestFactory factory = new JdkClientHttpRequestFactory(http());
            factory.setReadTimeout(patience);
            return factory;
        }

        static ClientHttpRequestFactory urlConnection(Duration patience) {
            SimpleClientHttpRequestFactory factory = new SimpleClientHttpRequestFactory();
            factory.setReadTimeout(patience);
            return factory;
        }

        static ResponseEntity<String> restClient(ClientHttpRequestFactory factory, String url) {
            return RestClient.builder()
                    .requestFactory(factory)
                    .build()
                    .post()
                    .uri(url)
                    .body("x")
                    .retrieve()
                    .toEntity(String.class);
        }

        static ResponseEntity<String> webClient(WebClient client, String url) {
            return client.post()
                    .uri(url)
                    .bodyValue("x")
                    .retrieve()
                    .toEntity(String.class)
                    .block();
        }

        boolean showsTheMethod() {
            return this == WEB_CLIENT;
        }
    }

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    @ParameterizedTest
    @EnumSource
    void aThrottledAnswerIsRead(Client client) {
        answer(429, "retry-after", "2", "slow down");

        Throwable error = catchThrowable(() -> client.post(url));

        Outcome outcome = classifier.classify(null, error);
        assertThat(outcome.kind()).isEqualTo(Kind.THROTTLED);
        assertThat(outcome.hint().delay()).isEqualTo(Duration.ofSeconds(2));
        assertThat(Answers.methodIn(error).isPresent()).isEqualTo(client.showsTheMethod());
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerThatWasServedIsASuccessAndTellsTheQuota(Client client) {
        answer(200, "RateLimit", "\"p\";r=7;t=30", "fine");

        ResponseEntity<String> result = client.post(url);

        assertThat(classifier.classify(result, null)).isEqualTo(Outcome.SUCCESS);
        assertThat(classifier.quota(result))
                .hasValueSatisfying(quota -> assertThat(quota.remaining()).hasValue(7));
    }

    @ParameterizedTest
    @EnumSource
    void aLimitInTheBodyOfASuccessIsSeen(Client client) {
        answer(200, "Content-Type", "application/json", "{\"errors\":[{\"type\":\"RATE_LIMITED\"}]}");

        assertThat(classifier.classify(client.post(url), null).kind()).isEqualTo(Kind.THROTTLED);
    }

    @ParameterizedTest
    @EnumSource
    void aRefusalOfOurOwnOneHopAwayIsKnown(Client client) {
        answer(503, "Content-Type", "application/problem+json", OURS);

        Throwable error = catchThrowable(() -> client.post(url));

        assertThat(classifier.classify(null, error).kind()).isEqualTo(Kind.SELF_REJECTED);
        assertThat(SelfRejections.isSelfRejection(new IllegalStateException(error)))
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void aMissingPageIsTheCallersFault(Client client) {
        assertThat(classifier
                        .classify(null, catchThrowable(() -> client.post(url)))
                        .kind())
                .isEqualTo(Kind.CALLER_FAULT);
    }

    @ParameterizedTest
    @EnumSource
    void aServerThatDoesNotAnswerInTimeMayHaveDoneSomething(Client client) {
        server.createContext("/", exchange -> {});
        Duration longEnoughToConnect = Duration.ofSeconds(2);

        assertBrokenOff(catchThrowable(() -> client.post(url, longEnoughToConnect)));
    }

    @ParameterizedTest
    @EnumSource
    void aServerThatClosesWithoutAWordMayHaveDoneSomething(Client client) throws Exception {
        try (ServerSocket closing = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> closeAll(closing), "upstream");
            thread.setDaemon(true);
            thread.start();

            assertBrokenOff(catchThrowable(() -> client.post("http://127.0.0.1:" + closing.getLocalPort() + "/")));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRefusedConnectionMeansThatNothingWasSent(Client client) {
        server.stop(0);

        Throwable error = catchThrowable(() -> client.post(url));

        assertThat(error).isInstanceOfAny(ResourceAccessException.class, WebClientRequestException.class);
        assertNothingWasSent(error);
    }

    @ParameterizedTest
    @EnumSource
    void anUnknownHostMeansThatNothingWasSent(Client client) {
        assertNothingWasSent(catchThrowable(() -> client.post("http://nowhere.invalid/")));
    }

    static Stream<Throwable> wrapped() {
        HttpHeaders headers = new HttpHeaders();
        headers.add("RETRY-AFTER", "2");
        RestClientResponseException error = HttpClientErrorException.create(
                HttpStatus.TOO_MANY_REQUESTS, "Too Many Requests", headers, new byte[0], StandardCharsets.UTF_8);
        return Stream.of(
                error,
                new CompletionException(error),
                new ExecutionException(error),
                new IllegalStateException(new CompletionException(error)),
                WebClientResponseException.create(
                        HttpStatusCode.valueOf(429), "Too Many Requests", headers, new byte[0], null, null));
    }

    @ParameterizedTest
    @MethodSource("wrapped")
    void anAnswerIsFoundAmongTheCauses(Throwable error) {
        assertThat(classifier.classify(null, error).hint().delay()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void aSubclassOfAUserIsKnown() {
        class Mine extends RestClientResponseException {
            Mine() {
                super("mine", HttpStatusCode.valueOf(429), "Too Many Requests", null, null, null);
            }
        }

        assertThat(classifier.classify(null, new Mine()).kind()).isEqualTo(Kind.THROTTLED);
    }

    @Test
    void aReturnedRefusalIsRead() {
        ResponseEntity<Void> result =
                ResponseEntity.status(429).header("Retry-After", "3").build();

        assertThat(classifier.classify(result, null).hint().delay()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void aProblemThatWasTurnedIntoAnObjectIsRead() {
        ProblemDetail problem = ProblemDetail.forStatus(503);
        problem.setType(java.net.URI.create(SelfRejections.PROBLEM_TYPE));

        assertThat(classifier
                        .classify(ResponseEntity.status(503).body(problem), null)
                        .kind())
                .isEqualTo(Kind.SELF_REJECTED);
    }

    @Test
    void aBodyThatIsAStreamStaysUnread() {
        InputStream stream = new ByteArrayInputStream(OURS.getBytes(StandardCharsets.UTF_8));

        assertThat(classifier
                        .classify(ResponseEntity.status(503).body(new InputStreamResource(stream)), null)
                        .kind())
                .isEqualTo(Kind.UNAVAILABLE);
        assertThat(stream).hasBinaryContent(OURS.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void anExceptionWithoutHeadersIsRead() {
        assertThat(classifier
                        .classify(null, new RestClientResponseException("?", 503, "?", null, null, null))
                        .kind())
                .isEqualTo(Kind.UNAVAILABLE);
    }

    private void assertNothingWasSent(Throwable error) {
        assertThat(classifier.classify(null, error))
                .as(String.valueOf(error))
                .isEqualTo(Outcome.of(Kind.UNAVAILABLE, FAILURE, NOT_EXECUTED));
    }

    private void assertBrokenOff(Throwable error) {
        assertThat(classifier.classify(null, error))
                .as(String.valueOf(error))
                .isEqualTo(Outcome.of(Kind.UNAVAILABLE, FAILURE));
    }

    private void answer(int status, String header, String value, String body) {
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().add(header, value);
                exchange.sendResponseHeaders(status, bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        });
    }

    private static void closeAll(ServerSocket server) {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                // The request is in before the end is, or some clients see a reset while they write.
                var unused = socket.getInputStream().read();
            } catch (IOException e) {
                // The test is over.
            }
        }
    }
}
