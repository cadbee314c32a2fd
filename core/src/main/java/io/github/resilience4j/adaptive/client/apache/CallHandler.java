package io.github.resilience4j.adaptive.client.apache;

import io.github.resilience4j.adaptive.client.OutgoingCall;
import io.github.resilience4j.adaptive.client.OutgoingCalls;
import java.io.IOException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;

/** Sees the call once, before the client redirects and repeats. */
record CallHandler(OutgoingCalls calls) implements ExecChainHandler {

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        OutgoingCall call = calls.begin(SeenRequest.of(request, scope.route));
        CallFacts.note(call, request, scope.clientContext);
        return chain.proceed(request, call.addedHeaders().isEmpty() ? scope : withCopy(scope, call));
    }

    /** The client makes each attempt anew from the original. That one is the caller's, for whom it may be the next call too. */
    private static ExecChain.Scope withCopy(ExecChain.Scope scope, OutgoingCall call) {
        ClassicHttpRequest copy =
                ClassicRequestBuilder.copy(scope.originalRequest).build();
        CallFacts.add(call, copy);
        return new ExecChain.Scope(scope.exchangeId, scope.route, copy, scope.execRuntime, scope.clientContext);
    }
}
