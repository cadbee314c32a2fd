package io.github.resilience4j.adaptive.client.grpc;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.rpc.RetryInfo;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that says everything back, counts who came when, and first of all throws what it is told to. */
final class Echo implements AutoCloseable {

    static final MethodDescriptor<String, String> UNARY = method(MethodType.UNARY, "Once");
    static final MethodDescriptor<String, String> STREAMING = method(MethodType.BIDI_STREAMING, "Always");
    static final String SILENCE = "silence";

    private final List<Long> arrivals = new CopyOnWriteArrayList<>();
    private final Queue<StatusRuntimeException> refusals = new ConcurrentLinkedQueue<>();
    private final Server server;

    Echo() {
        try {
            server = NettyServerBuilder.forAddress(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                            InsecureServerCredentials.create())
                    .addService(ServerServiceDefinition.builder("Echo")
                            .addMethod(UNARY, ServerCalls.asyncUnaryCall(this::once))
                            .addMethod(STREAMING, ServerCalls.asyncBidiStreamingCall(this::always))
                            .build())
                    .build()
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ManagedChannel connect() {
        return channel(server.getPort());
    }

    static ManagedChannel channel(int port) {
        return NettyChannelBuilder.forAddress("127.0.0.1", port, InsecureChannelCredentials.create())
                .build();
    }

    /** Asks to be left alone for a second, once. */
    Echo refusesForASecond() {
        Metadata trailers = new Metadata();
        trailers.put(
                Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER),
                com.google.rpc.Status.newBuilder()
                        .addDetails(Any.pack(RetryInfo.newBuilder()
                                .setRetryDelay(Duration.newBuilder().setSeconds(1))
                                .build()))
                        .build()
                        .toByteArray());
        refusals.add(Status.RESOURCE_EXHAUSTED.asRuntimeException(trailers));
        return this;
    }

    /** By {@link System#nanoTime()}. */
    List<Long> arrivals() {
        return arrivals;
    }

    private void once(String request, StreamObserver<String> responses) {
        arrivals.add(System.nanoTime());
        StatusRuntimeException refusal = refusals.poll();
        if (refusal != null) {
            responses.onError(refusal);
        } else if (!request.equals(SILENCE)) {
            responses.onNext(request);
            responses.onCompleted();
        }
    }

    private StreamObserver<String> always(StreamObserver<String> responses) {
        arrivals.add(System.nanoTime());
        return responses;
    }

    @Override
    public void close() {
        server.shutdownNow();
    }

    private static MethodDescriptor<String, String> method(MethodType type, String name) {
        return MethodDescriptor.<String, String>newBuilder()
                .setType(type)
                .setFullMethodName("Echo/" + name)
                .setRequestMarshaller(new Text())
                .setResponseMarshaller(new Text())
                .build();
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
