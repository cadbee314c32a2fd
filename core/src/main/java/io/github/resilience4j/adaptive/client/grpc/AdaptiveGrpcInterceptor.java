package io.github.resilience4j.adaptive.client.grpc;

import io.github.resilience4j.adaptive.client.OutgoingCalls;
import io.github.resilience4j.adaptive.internal.SettingsCheck;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.MethodDescriptor;

/**
 * gRPC behind a limiter: {@code ManagedChannelBuilder…intercept(AdaptiveGrpcInterceptor.of(calls))}.
 *
 * <ul>
 *   <li>One permit per call, whether unary or streaming. The call is started when it has one; what is asked of it before is
 *       kept until then. No thread waits, so stubs that promise not to block do not.
 *   <li>Cancelled, by itself or by its {@code Context}, or past its deadline while it waits, the permit goes back and nothing
 *       is sent.
 *   <li>A refusal ends the call with {@code RESOURCE_EXHAUSTED} whose cause is {@code RequestNotPermitted}.
 *   <li>A stream of answers has succeeded with the first of them, every other call with its status.
 *   <li>What the channel repeats by itself (service config, hedging, transparent retries) happens below and is one call.
 * </ul>
 *
 * @since 0.1
 */
public final class AdaptiveGrpcInterceptor implements ClientInterceptor {

    private final OutgoingCalls calls;

    private AdaptiveGrpcInterceptor(OutgoingCalls calls) {
        this.calls = calls;
    }

    /**
     * An interceptor.
     *
     * @param calls which limiter; a request's method is {@code POST}, its address {@code grpc://authority/service/method}
     * @return for {@code ManagedChannelBuilder.intercept} or a stub's {@code withInterceptors}
     * @throws IllegalArgumentException if {@code calls} repeat: a stream cannot be sent again, and for the others gRPC has a
     *     retry of its own
     */
    public static ClientInterceptor of(OutgoingCalls calls) {
        SettingsCheck.check(
                !calls.isRepeating(), "retry", "set", "left out for gRPC, which repeats by its service config");
        return new AdaptiveGrpcInterceptor(calls);
    }

    @Override
    public <ReqT, RespT> ClientCall<ReqT, RespT> interceptCall(
            MethodDescriptor<ReqT, RespT> method, CallOptions options, Channel next) {
        return new GatedCall<>(calls, method, options, next);
    }
}
