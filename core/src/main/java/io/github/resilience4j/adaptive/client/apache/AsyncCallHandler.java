package io.github.resilience4j.adaptive.client.apache;

import io.github.resilience4j.adaptive.client.OutgoingCall;
import io.github.resilience4j.adaptive.client.OutgoingCalls;
import java.io.IOException;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecChainHandler;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.support.BasicRequestBuilder;
import org.jspecify.annotations.Nullable;

/** Sees the call once, before the client redirects and repeats. */
record AsyncCallHandler(OutgoingCalls calls) implements AsyncExecChainHandler {

    @Override
    public void execute(
            HttpRequest request,
            @Nullable AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback callback)
            throws HttpException, IOException {
        OutgoingCall call = calls.begin(SeenRequest.of(request, scope.route));
        CallFacts.note(call, request, scope.clientContext);
        chain.proceed(request, body, call.addedHeaders().isEmpty() ? scope : withCopy(scope, call), callback);
    }

    /** The client makes each attempt anew from the original. That one is the caller's, for whom it may be the next call too. */
    private static AsyncExecChain.Scope withCopy(AsyncExecChain.Scope scope, OutgoingCall call) {
        HttpRequest copy = BasicRequestBuilder.copy(scope.originalRequest).build();
        CallFacts.add(call, copy);
        return new AsyncExecChain.Scope(
                scope.exchangeId,
                scope.route,
                copy,
                scope.cancellableDependency,
                scope.clientContext,
                scope.execRuntime,
                scope.scheduler,
                scope.execCount);
    }
}
