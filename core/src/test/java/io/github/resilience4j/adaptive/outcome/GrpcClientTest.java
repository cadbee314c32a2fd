package io.github.resilience4j.adaptive.outcome;

import static io.github.resilience4j.adaptive.outcome.Outcome.Trait.FAILURE;
import static io.github.resilience4j.adaptive.outcome.Outcome.Trait.NOT_EXECUTED;
import static io.github.resilience4j.adaptive.outcome.Outcome.Trait.VETO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.protobuf.Message;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import io.github.resilience4j.adaptive.Slow;
import io.github.resilience4j.adaptive.outcome.Outcome.Kind;
import io.github.resilience4j.adaptive.outcome.Outcome.Trait;
import io.grpc.CallOptions;
import io.grpc.ChannelCredentials;
import io.grpc.Context;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.Protocol;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What gRPC really throws, over the loopback. */
@Slow
@Timeout(60)
class GrpcClientTest {

    private static final Metadata.Key<byte[]> DETAILS =
            Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

    private static final MethodDescriptor<String, String> METHOD = MethodDescriptor.<String, String>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName("Greeter/Greet")
            .setRequestMarshaller(new Text())
            .setResponseMarshaller(new Text())
            .build();

    private final OutcomeClassifier classifier = OutcomeClassifier.standard();
    private Server server;
    private ManagedChannel channel;

    @AfterEach
    void close() throws Exception {
        if (channel != null) {
            channel.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
        }
        if (server != null) {
            server.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
        }
    }

    static Stream<Arguments> table() {
        return Stream.of(
                row(Status.RESOURCE_EXHAUSTED, Kind.THROTTLED, NOT_EXECUTED),
                row(Status.UNAVAILABLE, Kind.UNAVAILABLE, FAILURE),
                row(Status.DEADLINE_EXCEEDED, Kind.UNAVAILABLE, FAILURE),
                row(Status.INTERNAL, Kind.UNAVAILABLE, FAILURE),
                row(Status.UNKNOWN, Kind.UNAVAILABLE, FAILURE),
                row(Status.DATA_LOSS, Kind.UNAVAILABLE, FAILURE),
                row(Status.UNAUTHENTICATED, Kind.AUTH_REJECTED),
                row(Status.PERMISSION_DENIED, Kind.AUTH_REJECTED),
                row(Status.CANCELLED, Kind.CANCELLED),
                row(Status.INVALID_ARGUMENT, Kind.CALLER_FAULT),
                row(Status.NOT_FOUND, Kind.CALLER_FAULT),
                row(Status.ALREADY_EXISTS, Kind.CALLER_FAULT),
                row(Status.FAILED_PRECONDITION, Kind.CALLER_FAULT),
                row(Status.ABORTED, Kind.CALLER_FAULT),
                row(Status.OUT_OF_RANGE, Kind.CALLER_FAULT),
                row(Status.UNIMPLEMENTED, Kind.CALLER_FAULT));
    }

    private static Arguments row(Status status, Kind kind, Trait... traits) {
        return Arguments.of(status, kind, Set.of(traits));
    }

    @ParameterizedTest
    @MethodSource("table")
    void aStatusMeansWhatTheTableSays(Status status, Kind kind, Set<Trait> traits) {
        serve(observer -> observer.onError(status.asRuntimeException()));

        Throwable error = catchThrowable(this::call);

        assertThat(classifier.classify(null, error)).isEqualTo(new Outcome(kind, RetryHint.none(), traits));
        assertThat(classifier.classify(null, new CompletionException(error)).kind())
                .isEqualTo(kind);
        StatusException checked = new StatusException(status, new Metadata());
        assertThat(classifier.classify(null, checked)).isEqualTo(new Outcome(kind, RetryHint.none(), traits));
    }

    @ParameterizedTest
    @EnumSource(
            names = {"OK", "CANCELLED"},
            mode = EnumSource.Mode.EXCLUDE)
    void theTableIsComplete(Status.Code code) {
        assertThat(table().map(row -> ((Status) row.get()[0]).getCode())).contains(code);
        assertThat(classifier
                        .classify(null, code.toStatus().asRuntimeException())
                        .kind())
                .isNotEqualTo(Kind.UNKNOWN);
    }

    @Test
    void aServedCallIsASuccess() {
        serve(observer -> {
            observer.onNext("hello");
            observer.onCompleted();
        });

        assertThat(classifier.classify(call(), null)).isEqualTo(Outcome.SUCCESS);
    }

    @Test
    void retryInfoSaysHowLong() {
        refuse(
                Status.RESOURCE_EXHAUSTED,
                details(
                        ErrorInfo.newBuilder()
                                .setReason("RATE_LIMIT_EXCEEDED")
                                .setDomain("googleapis.com")
                                .build(),
                        retryIn(53, 500_000_000)));

        Outcome outcome = classifier.classify(null, catchThrowable(this::call));

        assertThat(outcome.kind()).isEqualTo(Kind.THROTTLED);
        assertThat(outcome.hint().delay()).isEqualTo(java.time.Duration.ofMillis(53_500));
        assertThat(outcome.hint().source()).isEqualTo("body retryDelay");
    }

    @Test
    void retryInfoMakesAnUnavailableServiceABusyOne() {
        refuse(Status.UNAVAILABLE, details(retryIn(2, 0)));

        Outcome outcome = classifier.classify(null, catchThrowable(this::call));

        assertThat(outcome.kind()).isEqualTo(Kind.THROTTLED);
        assertThat(outcome.traits()).containsExactly(FAILURE);
        assertThat(outcome.hint().delay()).isEqualTo(java.time.Duration.ofSeconds(2));
    }

    @Test
    void aSpentQuotaIsKnownByItsReason() {
        refuse(
                Status.PERMISSION_DENIED,
                details(ErrorInfo.newBuilder().setReason("QUOTA_EXCEEDED").build()));

        assertThat(classifier.classify(null, catchThrowable(this::call)).kind()).isEqualTo(Kind.QUOTA_SPENT);
    }

    @Test
    void pushbackSaysHowLong() {
        refuse(Status.UNAVAILABLE, trailers("grpc-retry-pushback-ms", "1500"));

        assertThat(classifier.classify(null, catchThrowable(this::call)).hint().delay())
                .isEqualTo(java.time.Duration.ofMillis(1500));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "never"})
    void pushbackMayForbidToRepeat(String pushback) {
        refuse(Status.RESOURCE_EXHAUSTED, trailers("grpc-retry-pushback-ms", pushback));

        assertThat(classifier.classify(null, catchThrowable(this::call)).traits())
                .contains(VETO);
    }

    @Test
    void trailersAreReadLikeHeaders() {
        refuse(Status.RESOURCE_EXHAUSTED, trailers("retry-after", "7"));

        assertThat(classifier.classify(null, catchThrowable(this::call)).hint().delay())
                .isEqualTo(java.time.Duration.ofSeconds(7));
    }

    @Test
    void aSentenceForPeopleIsRead() {
        refuse(Status.RESOURCE_EXHAUSTED.withDescription("\"quota\" used up \\ try again in 456ms"), new Metadata());

        assertThat(classifier.classify(null, catchThrowable(this::call)).hint().delay())
                .isEqualTo(java.time.Duration.ofMillis(456));
    }

    @Test
    void aMessageThatIsTooLargeIsNoLimitOfCalls() {
        serve(observer -> {
            observer.onNext("x".repeat(100));
            observer.onCompleted();
        });

        Throwable error = catchThrowable(() -> call(CallOptions.DEFAULT.withMaxInboundMessageSize(10), "please"));

        assertThat(Status.fromThrowable(error).getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(classifier.classify(null, error)).isEqualTo(Outcome.of(Kind.CALLER_FAULT));
    }

    @Test
    void theSameFromAServerInGo() {
        Status status = Status.RESOURCE_EXHAUSTED.withDescription(
                "grpc: received message larger than max (5000000 vs. 4194304)");

        assertThat(classifier.classify(null, status.asRuntimeException())).isEqualTo(Outcome.of(Kind.CALLER_FAULT));
    }

    @Test
    void anAnswerOfAProxyCountsAsWhatItIs() throws Exception {
        try (MockWebServer proxy = new MockWebServer()) {
            proxy.setProtocols(List.of(Protocol.H2_PRIOR_KNOWLEDGE));
            proxy.enqueue(new MockResponse.Builder()
                    .code(429)
                    .addHeader("content-type", "text/html")
                    .addHeader("Retry-After", "9")
                    .body("<html>slow down</html>")
                    .build());
            proxy.start();
            connect(proxy.getPort());

            Throwable error = catchThrowable(this::call);

            // gRPC has no other word for it.
            assertThat(Status.fromThrowable(error).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
            Outcome outcome = classifier.classify(null, error);
            assertThat(outcome.kind()).isEqualTo(Kind.THROTTLED);
            assertThat(outcome.traits()).containsExactly(NOT_EXECUTED);
            assertThat(outcome.hint().delay()).isEqualTo(java.time.Duration.ofSeconds(9));
        }
    }

    @Test
    void aRefusedConnectionMeansThatNothingWasSent() throws Exception {
        try (ServerSocket closed = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            connect(closed.getLocalPort());
        }

        assertThat(classifier.classify(null, catchThrowable(this::call)))
                .isEqualTo(Outcome.of(Kind.UNAVAILABLE, FAILURE, NOT_EXECUTED));
    }

    @Test
    void anUnknownHostMeansThatNothingWasSent() {
        channel = NettyChannelBuilder.forTarget("dns:///nowhere.invalid:443", insecure())
                .build();

        assertThat(classifier.classify(null, catchThrowable(this::call)))
                .isEqualTo(Outcome.of(Kind.UNAVAILABLE, FAILURE, NOT_EXECUTED));
    }

    @Test
    void aServerThatResetsMayHaveDoneSomething() throws Exception {
        try (ServerSocket resetting = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> resetAll(resetting), "upstream");
            thread.setDaemon(true);
            thread.start();
            connect(resetting.getLocalPort());

            assertThat(classifier.classify(null, catchThrowable(this::call)))
                    .isEqualTo(Outcome.of(Kind.UNAVAILABLE, FAILURE));
        }
    }

    @Test
    void aServerThatDoesNotAnswerInTimeMayHaveDoneSomething() {
        serve(observer -> {});

        Throwable error =
                catchThrowable(() -> call(CallOptions.DEFAULT.withDeadlineAfter(2, TimeUnit.SECONDS), "please"));

        assertThat(classifier.classify(null, error)).isEqualTo(Outcome.of(Kind.UNAVAILABLE, FAILURE));
    }

    @Test
    void aCancelledCallIsNoFailure() throws Exception {
        serve(observer -> {});
        Context.CancellableContext context = Context.current().withCancellation();
        Future<String> call =
                context.call(() -> ClientCalls.futureUnaryCall(channel.newCall(METHOD, CallOptions.DEFAULT), "please"));
        context.cancel(new IllegalStateException("the user has gone"));

        Throwable error = catchThrowable(() -> call.get(20, TimeUnit.SECONDS)).getCause();

        assertThat(classifier.classify(null, error)).isEqualTo(Outcome.of(Kind.CANCELLED));
    }

    @Test
    void anInterruptIsNoFailure() {
        serve(observer -> {});
        Thread.currentThread().interrupt();

        Throwable error = catchThrowable(this::call);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(classifier.classify(null, error)).isEqualTo(Outcome.of(Kind.CANCELLED));
    }

    @Test
    void aBrokenDetailIsNoDetail() {
        byte[] whole = status(retryIn(53, 0)).toByteArray();
        for (int length = 0; length < whole.length; length++) {
            Metadata trailers = new Metadata();
            trailers.put(DETAILS, java.util.Arrays.copyOf(whole, length));

            Outcome outcome = classifier.classify(null, Status.RESOURCE_EXHAUSTED.asRuntimeException(trailers));

            assertThat(outcome.kind()).isEqualTo(Kind.THROTTLED);
            assertThat(outcome.hint().kind()).isEqualTo(RetryHint.Kind.NONE);
        }
    }

    @Test
    void randomDetailsDoNoHarm() {
        java.util.Random random = new java.util.Random(11);
        byte[] whole = status(
                        retryIn(53, 0), ErrorInfo.newBuilder().setReason("BUSY").build())
                .toByteArray();
        for (int i = 0; i < 100_000; i++) {
            byte[] broken = whole.clone();
            for (int j = 0; j <= random.nextInt(3); j++) {
                broken[random.nextInt(broken.length)] = (byte) random.nextInt();
            }
            Metadata trailers = new Metadata();
            trailers.put(DETAILS, broken);

            Outcome outcome = classifier.classify(null, Status.RESOURCE_EXHAUSTED.asRuntimeException(trailers));

            assertThat(outcome.kind()).isIn(Kind.THROTTLED, Kind.QUOTA_SPENT);
            assertThat(outcome.hint().delay()).isGreaterThanOrEqualTo(java.time.Duration.ZERO);
        }
    }

    private static RetryInfo retryIn(long seconds, int nanos) {
        return RetryInfo.newBuilder()
                .setRetryDelay(Duration.newBuilder().setSeconds(seconds).setNanos(nanos))
                .build();
    }

    private static com.google.rpc.Status status(Message... details) {
        com.google.rpc.Status.Builder status =
                com.google.rpc.Status.newBuilder().setCode(8).setMessage("slow down");
        for (Message detail : details) {
            status.addDetails(Any.pack(detail));
        }
        return status.build();
    }

    private static Metadata details(Message... details) {
        Metadata trailers = new Metadata();
        trailers.put(DETAILS, status(details).toByteArray());
        return trailers;
    }

    private static Metadata trailers(String name, String value) {
        Metadata trailers = new Metadata();
        trailers.put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), value);
        return trailers;
    }

    private void refuse(Status status, Metadata trailers) {
        serve(observer -> observer.onError(status.asRuntimeException(trailers)));
    }

    private void serve(Consumer<StreamObserver<String>> answer) {
        try {
            server = NettyServerBuilder.forAddress(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                            InsecureServerCredentials.create())
                    .addService(ServerServiceDefinition.builder("Greeter")
                            .addMethod(
                                    METHOD, ServerCalls.asyncUnaryCall((request, observer) -> answer.accept(observer)))
                            .build())
                    .build()
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        connect(server.getPort());
    }

    private void connect(int port) {
        channel = NettyChannelBuilder.forAddress("127.0.0.1", port, insecure()).build();
    }

    private static ChannelCredentials insecure() {
        return InsecureChannelCredentials.create();
    }

    private String call() {
        return call(CallOptions.DEFAULT, "please");
    }

    private String call(CallOptions options, String request) {
        return ClientCalls.blockingUnaryCall(channel, METHOD, options, request);
    }

    private static void resetAll(ServerSocket server) {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                var unused = socket.getInputStream().read();
                socket.setSoLinger(true, 0);
            } catch (IOException e) {
                // The test is over.
            }
        }
    }

    private static final class Text implements MethodDescriptor.Marshaller<String> {

        @Override
        public InputStream stream(String value) {
            return new ByteArrayInputStream(value.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String parse(InputStream stream) {
            try {
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
