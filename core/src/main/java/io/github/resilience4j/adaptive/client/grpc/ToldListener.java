package io.github.resilience4j.adaptive.client.grpc;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.grpc.ClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.concurrent.CompletableFuture;

/** Tells the limiter how a call ended, and after it the caller. */
final class ToldListener<RespT> extends SimpleForwardingClientCallListener<RespT> {

    private final Permit permit;
    private final boolean streaming;
    private final CompletableFuture<Void> answered;
    private final Runnable ready;
    private boolean served;

    ToldListener(
            ClientCall.Listener<RespT> responses,
            Permit permit,
            boolean streaming,
            CompletableFuture<Void> answered,
            Runnable ready) {
        super(responses);
        this.permit = permit;
        this.streaming = streaming;
        this.answered = answered;
        this.ready = ready;
    }

    /** It may come before the call that it is about is known. */
    @Override
    public void onReady() {
        ready.run();
        super.onReady();
    }

    /** A stream may last for days: what counts is that the server took the call. */
    @Override
    public void onMessage(RespT message) {
        if (streaming && !served) {
            served = true;
            permit.onResult(null);
        }
        super.onMessage(message);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
        if (status.isOk()) {
            answered.complete(null);
        } else {
            answered.completeExceptionally(status.asRuntimeException(trailers));
        }
        super.onClose(status, trailers);
    }
}
