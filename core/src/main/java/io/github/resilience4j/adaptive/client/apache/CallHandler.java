package io.github.resilience4j.adaptive.client.apache;

import io.github.resilience4j.adaptive.client.OutgoingCalls;
import java.io.IOException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;

/** Sees the call once, before the client redirects and repeats. */
record CallHandler(OutgoingCalls calls) implements ExecChainHandler {

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        CallFacts.note(
                calls.begin(SeenRequest.of(request, scope.route)), request, scope.originalRequest, scope.clientContext);
        return chain.proceed(request, scope);
    }
}
