package io.github.resilience4j.adaptive.client.apache;

import io.github.resilience4j.adaptive.client.OutgoingCall;
import io.github.resilience4j.adaptive.client.OutgoingCalls;
import io.github.resilience4j.adaptive.client.internal.ProblemDetails;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CancellationException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.entity.BufferedHttpEntity;

/** Every request that really leaves takes its permits here. */
record LimitHandler(OutgoingCalls calls) implements ExecChainHandler {

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        try {
            return calls.begin(SeenRequest.of(request, scope.route)).send(new Exchange(request, scope, chain));
        } catch (IOException | HttpException | RuntimeException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } catch (Exception e) {
            throw new IllegalStateException("the chain throws nothing else", e);
        }
    }

    private record Exchange(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            implements OutgoingCall.Wire<ClassicHttpResponse, Exception> {

        @Override
        public ClassicHttpResponse send(Permit permit) throws IOException, HttpException {
            if (scope.execRuntime.isExecutionAborted()) {
                permit.release();
                throw new RequestFailedException("Request aborted");
            }
            try {
                return withProblemInMemory(chain.proceed(request, scope));
            } catch (IOException | HttpException e) {
                if (scope.execRuntime.isExecutionAborted()) {
                    permit.onError(new CancellationException("aborted"));
                }
                throw e;
            }
        }

        /**
         * A problem detail is read in advance, so that a refusal of our own side one hop away is known as one; the caller
         * reads it as ever. One whose length is not told is left alone.
         */
        private static ClassicHttpResponse withProblemInMemory(ClassicHttpResponse response) throws IOException {
            HttpEntity entity = response.getEntity();
            if (entity != null
                    && ProblemDetails.isOne(response.getCode(), entity.getContentType())
                    && entity.getContentLength() >= 0
                    && entity.getContentLength() <= ProblemDetails.BOUND) {
                response.setEntity(new BufferedHttpEntity(entity));
            }
            return response;
        }

        /** The client repeats above this. */
        @Override
        public boolean isRepeatable() {
            return false;
        }
    }
}
