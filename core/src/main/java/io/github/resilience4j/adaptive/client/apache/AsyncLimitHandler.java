package io.github.resilience4j.adaptive.client.apache;

import io.github.resilience4j.adaptive.client.OutgoingCall;
import io.github.resilience4j.adaptive.client.OutgoingCalls;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecChainHandler;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.jspecify.annotations.Nullable;

/** Every request that really leaves takes its permits here; no thread waits for them. */
record AsyncLimitHandler(OutgoingCalls calls) implements AsyncExecChainHandler {

    @Override
    public void execute(
            HttpRequest request,
            @Nullable AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback callback)
            throws HttpException, IOException {
        OutgoingCall call = calls.begin(SeenRequest.of(request, scope.route));
        Exchange exchange = new Exchange(request, body, scope, chain, callback);
        // Before the permit may come: afterwards the client depends on what it waits for itself.
        scope.cancellableDependency.setDependency(exchange::cancelWait);
        CompletableFuture<HttpResponse> answer = call.sendAsync(exchange);
        exchange.waitsFor(answer);
        var unused = answer.whenComplete((response, error) -> {
            if (error != null) {
                exchange.fail(error);
            }
        });
    }

    /** One attempt, which the client's callback hears of as if nobody stood between. */
    private static final class Exchange implements OutgoingCall.AsyncWire<HttpResponse>, AsyncExecCallback {

        private final HttpRequest request;
        private final @Nullable AsyncEntityProducer body;
        private final AsyncExecChain.Scope scope;
        private final AsyncExecChain chain;
        private final AsyncExecCallback callback;
        private final CompletableFuture<HttpResponse> answer = new CompletableFuture<>();
        private final AtomicBoolean failed = new AtomicBoolean();
        private volatile boolean cancelled;
        private volatile @Nullable CompletableFuture<HttpResponse> wait;

        Exchange(
                HttpRequest request,
                @Nullable AsyncEntityProducer body,
                AsyncExecChain.Scope scope,
                AsyncExecChain chain,
                AsyncExecCallback callback) {
            this.request = request;
            this.body = body;
            this.scope = scope;
            this.chain = chain;
            this.callback = callback;
        }

        /** Published first and checked afterwards, while a cancellation does both the other way round: one sees the other. */
        void waitsFor(CompletableFuture<HttpResponse> future) {
            wait = future;
            if (cancelled) {
                future.cancel(false);
            }
        }

        boolean cancelWait() {
            cancelled = true;
            CompletableFuture<HttpResponse> future = wait;
            return future != null && future.cancel(false);
        }

        @Override
        public CompletableFuture<HttpResponse> send(Permit permit) {
            if (scope.cancellableDependency.isCancelled()) {
                permit.release();
                answer.completeExceptionally(new CancellationException("cancelled"));
                return answer;
            }
            try {
                chain.proceed(request, body, scope, this);
            } catch (HttpException | IOException e) {
                answer.completeExceptionally(e);
            }
            return answer;
        }

        /** The client repeats above this. */
        @Override
        public boolean isRepeatable() {
            return false;
        }

        @Override
        public AsyncDataConsumer handleResponse(HttpResponse response, @Nullable EntityDetails entity)
                throws HttpException, IOException {
            answer.complete(response);
            return callback.handleResponse(response, entity);
        }

        @Override
        public void handleInformationResponse(HttpResponse response) throws HttpException, IOException {
            callback.handleInformationResponse(response);
        }

        @Override
        public void completed() {
            callback.completed();
        }

        /** Without an answer it is the end of the call that tells the client's callback. */
        @Override
        public void failed(Exception cause) {
            boolean isEnd = answer.completeExceptionally(
                    scope.cancellableDependency.isCancelled() ? new CancellationException("cancelled") : cause);
            if (!isEnd) {
                fail(cause);
            }
        }

        void fail(Throwable cause) {
            if (!failed.compareAndSet(false, true)) {
                return;
            }
            if (cause instanceof CancellationException) {
                callback.failed(new RequestFailedException("Request aborted", cause));
            } else {
                callback.failed(cause instanceof Exception e ? e : new ExecutionException(cause));
            }
        }
    }
}
