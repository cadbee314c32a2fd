package io.github.resilience4j.adaptive.outcome;

import static io.github.resilience4j.adaptive.outcome.Outcome.Trait.FAILURE;
import static io.github.resilience4j.adaptive.outcome.Outcome.Trait.NOT_EXECUTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.resilience4j.adaptive.outcome.Outcome.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the JDK's client really returns and throws, over the loopback. */
@Timeout(30)
class JdkHttpClientTest {

    private final OutcomeClassifier classifier = OutcomeClassifier.standard();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @Test
    void aThrottledAnswerIsRead() throws Exception {
        answer("HTTP/1.1 429 Too Many Requests\r\nretry-after: 2\r\nContent-Length: 0\r\n\r\n");

        HttpResponse<String> response = client.send(
                request().POST(HttpRequest.BodyPublishers.ofString("x")).build(), HttpResponse.BodyHandlers.ofString());

        Outcome outcome = classifier.classify(response, null);
        assertThat(outcome.kind()).isEqualTo(Kind.THROTTLED);
        assertThat(outcome.hint().delay()).isEqualTo(Duration.ofSeconds(2));
        assertThat(Answers.methodIn(response)).contains("POST");
    }

    @Test
    void aRefusedConnectionMeansThatNothingWasSent() throws Exception {
        server.close();

        assertNothingWasSent(catchThrowable(() -> send(request().build())));
        assertNothingWasSent(catchThrowable(() -> sendAsync(request().build())));
    }

    @Test
    void anUnknownHostMeansThatNothingWasSent() {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://nowhere.invalid/")).build();

        assertNothingWasSent(catchThrowable(() -> send(request)));
        assertNothingWasSent(catchThrowable(() -> sendAsync(request)));
    }

    @Test
    void aServerThatClosesWithoutAWordMayHaveDoneSomething() {
        answer("");

        assertBrokenOff(catchThrowable(() -> send(request().build())));
    }

    @Test
    void aServerThatResetsMayHaveDoneSomething() {
        accept(socket -> {
            readHead(socket);
            socket.setSoLinger(true, 0);
        });

        assertBrokenOff(catchThrowable(() -> send(request().build())));
    }

    @Test
    void anAnswerThatBreaksOffMayHaveBeenCarriedOut() {
        answer("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");

        assertBrokenOff(catchThrowable(() -> send(request().build())));
    }

    @Test
    void aServerThatDoesNotAnswerInTimeMayHaveDoneSomething() {
        // Long enough for a busy machine to connect: without a connection nothing would have been sent.
        HttpRequest request = request().timeout(Duration.ofSeconds(1)).build();

        assertBrokenOff(catchThrowable(() -> send(request)));
        assertBrokenOff(catchThrowable(() -> sendAsync(request)));
    }

    @Test
    void anInterruptIsNoFailure() {
        Thread.currentThread().interrupt();
        Throwable error = catchThrowable(() -> send(request().build()));

        Thread.interrupted(); // not for the next test
        assertThat(error).isInstanceOf(InterruptedException.class);
        assertThat(classifier.classify(null, error)).isEqualTo(Outcome.of(Kind.CANCELLED));
    }

    @Test
    void aCancelledFutureIsNoFailure() {
        CompletableFuture<HttpResponse<String>> future =
                client.sendAsync(request().build(), HttpResponse.BodyHandlers.ofString());
        future.cancel(true);

        Throwable error = catchThrowable(future::join);
        assertThat(classifier.classify(null, error)).isEqualTo(Outcome.of(Kind.CANCELLED));
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

    private HttpRequest.Builder request() {
        InetSocketAddress address = (InetSocketAddress) server.getLocalSocketAddress();
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + address.getPort() + "/"));
    }

    private void send(HttpRequest request) throws IOException, InterruptedException {
        client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private void sendAsync(HttpRequest request) throws CompletionException {
        client.sendAsync(request, HttpResponse.BodyHandlers.ofString()).join();
    }

    private void answer(String text) {
        accept(socket -> {
            readHead(socket);
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        });
    }

    private static void readHead(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        String end = "\r\n\r\n";
        for (int matched = 0; matched < end.length(); ) {
            int c = in.read();
            if (c < 0) {
                return;
            }
            matched = c == end.charAt(matched) ? matched + 1 : 0;
        }
    }

    private void accept(Conversation conversation) {
        // More than one: the client tries a GET again by itself when a connection breaks.
        Thread thread = new Thread(() -> answerAll(conversation), "upstream");
        thread.setDaemon(true);
        thread.start();
    }

    private void answerAll(Conversation conversation) {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                conversation.hold(socket);
            } catch (IOException e) {
                // The test is over, or the client has gone: it says so itself.
            }
        }
    }

    private interface Conversation {
        void hold(Socket socket) throws IOException;
    }
}
