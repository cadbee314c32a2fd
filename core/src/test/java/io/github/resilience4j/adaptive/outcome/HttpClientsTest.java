package io.github.resilience4j.adaptive.outcome;

import static io.github.resilience4j.adaptive.outcome.Outcome.Trait.FAILURE;
import static io.github.resilience4j.adaptive.outcome.Outcome.Trait.NOT_EXECUTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import feign.Request;
import feign.RetryableException;
import io.github.resilience4j.adaptive.Slow;
import io.github.resilience4j.adaptive.outcome.Outcome.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What OkHttp, Retrofit, Apache's client, Feign and JAX-RS really return and throw, over the loopback. */
@Slow
@Timeout(60)
class HttpClientsTest {

    private static final String OURS =
            "{\"type\":\"" + SelfRejections.PROBLEM_TYPE + "\",\"title\":\"Service Unavailable\",\"status\":503}";

    private final OutcomeClassifier classifier = OutcomeClassifier.standard();
    private HttpServer server;
    private String url;

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
    void aThrottledAnswerIsRead(PostingClient client) {
        answer(429, "retry-after", "2", "slow down");

        End end = post(client);

        Outcome outcome = classify(end);
        assertThat(outcome.kind()).isEqualTo(Kind.THROTTLED);
        assertThat(outcome.traits()).containsExactly(NOT_EXECUTED);
        if (client.keepsRefusals()) {
            assertThat(outcome.hint().delay()).isEqualTo(Duration.ofSeconds(2));
        }
    }

    @ParameterizedTest
    @EnumSource
    void theMethodIsSeenWhereTheClientShowsIt(PostingClient client) {
        answer(500, "X", "y", "broken");

        End end = post(client);

        assertThat(Answers.methodIn(end.error() == null ? end.result() : end.error()))
                .isEqualTo(client.method());
    }

    @ParameterizedTest
    @EnumSource
    void whatIsWrappedIsRead(PostingClient client) {
        answer(503, "Retry-After", "3", "busy");
        End end = post(client);
        assumeTrue(end.error() != null, "thrown, not returned");

        Outcome outcome = classifier.classify(null, new IllegalStateException(new CompletionException(end.error())));

        assertThat(outcome.traits()).containsExactly(FAILURE);
        assertThat(outcome.kind()).isEqualTo(client.keepsRefusals() ? Kind.THROTTLED : Kind.UNAVAILABLE);
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerThatWasServedIsASuccessAndTellsTheQuota(PostingClient client) {
        answer(200, "RateLimit", "\"p\";r=7;t=30", "fine");

        End end = post(client);

        assertThat(end.error()).isNull();
        assertThat(classify(end)).isEqualTo(Outcome.SUCCESS);
        if (client.returnsAnswers()) {
            assertThat(classifier.quota(end.result()))
                    .hasValueSatisfying(quota -> assertThat(quota.remaining()).hasValue(7));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRefusalOfOurOwnOneHopAwayIsKnownIfTheBodyWasRead(PostingClient client) throws Exception {
        assumeTrue(client.keepsRefusals());
        answer(503, "Content-Type", "application/problem+json", OURS);

        End end = post(client);

        assertThat(classify(end).kind()).isEqualTo(client.readsRefusals() ? Kind.SELF_REJECTED : Kind.UNAVAILABLE);
        assertThat(client.text(end)).as("the body is there for the caller").contains(OURS);
    }

    @ParameterizedTest
    @EnumSource(names = {"OKHTTP", "APACHE_ASYNC"})
    void aCallThatIsGivenUpIsNoFailure(PostingClient client) throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        server.createContext("/", exchange -> arrived.countDown());

        Throwable error = client.giveUp(url, arrived);

        assertThat(classifier.classify(null, error)).as(String.valueOf(error)).isEqualTo(Outcome.of(Kind.CANCELLED));
    }

    @ParameterizedTest
    @EnumSource
    void aMissingPageIsTheCallersFault(PostingClient client) {
        assertThat(classify(post(client)).kind()).isEqualTo(Kind.CALLER_FAULT);
    }

    @ParameterizedTest
    @EnumSource
    void aServerThatDoesNotAnswerInTimeMayHaveDoneSomething(PostingClient client) {
        server.createContext("/", exchange -> {});
        Duration longEnoughToConnect = Duration.ofSeconds(2);

        assertBrokenOff(catchThrowable(() -> client.post(url, longEnoughToConnect)));
    }

    @ParameterizedTest
    @EnumSource
    void aServerThatClosesWithoutAWordMayHaveDoneSomething(PostingClient client) throws Exception {
        try (ServerSocket closing = serverThatEnds(false)) {
            assertBrokenOff(catchThrowable(() -> client.post(urlOf(closing))));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aServerThatResetsMayHaveDoneSomething(PostingClient client) throws Exception {
        try (ServerSocket resetting = serverThatEnds(true)) {
            assertBrokenOff(catchThrowable(() -> client.post(urlOf(resetting))));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRefusedConnectionMeansThatNothingWasSent(PostingClient client) {
        server.stop(0);

        assertNothingWasSent(catchThrowable(() -> client.post(url)));
    }

    @ParameterizedTest
    @EnumSource
    void anUnknownHostMeansThatNothingWasSent(PostingClient client) {
        assertNothingWasSent(catchThrowable(() -> client.post("http://nowhere.invalid/")));
    }

    @Test
    void aWaitThatOnlyFeignsExceptionNamesIsRead() {
        Request request = Request.create(Request.HttpMethod.POST, url, Map.of(), null, null, null);
        long moment = System.currentTimeMillis() + 60_000;

        Outcome outcome = classifier.classify(
                null, new RetryableException(503, "busy", Request.HttpMethod.POST, null, moment, request));

        assertThat(outcome.kind()).isEqualTo(Kind.THROTTLED);
        assertThat(outcome.hint().delay()).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(61));
    }

    /** How a call ended. */
    record End(Object result, Throwable error) {}

    private End post(PostingClient client) {
        Object[] result = new Object[1];
        Throwable error = catchThrowable(() -> result[0] = client.post(url));
        return new End(result[0], error);
    }

    private Outcome classify(End end) {
        return classifier.classify(end.result(), end.error());
    }

    private void assertNothingWasSent(Throwable error) {
        assertThat(error).isNotNull();
        assertThat(classifier.classify(null, error))
                .as(String.valueOf(error))
                .isEqualTo(Outcome.of(Kind.UNAVAILABLE, FAILURE, NOT_EXECUTED));
    }

    private void assertBrokenOff(Throwable error) {
        assertThat(error).isNotNull();
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

    private static String urlOf(ServerSocket socket) {
        return "http://127.0.0.1:" + socket.getLocalPort() + "/";
    }

    private static ServerSocket serverThatEnds(boolean byReset) throws IOException {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(
                () -> {
                    while (!server.isClosed()) {
                        try (Socket socket = server.accept()) {
                            // The request is in before the end is, or some clients see a reset while they write.
                            var unused = socket.getInputStream().read();
                            socket.setSoLinger(byReset, 0);
                        } catch (IOException e) {
                            // The test is over.
                        }
                    }
                },
                "upstream");
        thread.setDaemon(true);
        thread.start();
        return server;
    }
}
