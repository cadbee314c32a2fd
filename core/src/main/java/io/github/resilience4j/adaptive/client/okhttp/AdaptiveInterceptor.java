package io.github.resilience4j.adaptive.client.okhttp;

import io.github.resilience4j.adaptive.client.OutgoingCall;
import io.github.resilience4j.adaptive.client.OutgoingCalls;
import io.github.resilience4j.adaptive.client.RequestRefusedException;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Map;
import java.util.concurrent.CancellationException;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/**
 * OkHttp 5 behind a limiter: {@code client.newBuilder().addInterceptor(AdaptiveInterceptor.of(calls))}.
 *
 * <p>It is an application interceptor. A network interceptor would wait with a connection in hand, must not send twice, and
 * is not asked where a connection fails. What only that sees is counted here by events: every request that goes out, by
 * redirect, challenge or OkHttp's own repetition, is a call; what is missing is taken afterwards, as a debt. An answer from the
 * cache gives the permit back. Added last of all, it sees what is really sent.
 *
 * <p>A refusal is a {@link RequestRefusedException}, since OkHttp's callbacks hear of nothing but an {@link IOException}. A
 * call that is cancelled while it waits gives up at once, a {@code callTimeout} ends the wait too. OkHttp's thread waits, also
 * for an enqueued call, and is one of the dispatcher's {@code maxRequests}: keep the limiter's timeout short there.
 *
 * @since 0.1
 */
public final class AdaptiveInterceptor implements Interceptor {

    private final OutgoingCalls calls;

    private AdaptiveInterceptor(OutgoingCalls calls) {
        this.calls = calls;
    }

    /**
     * An interceptor.
     *
     * @param calls which limiter, and whether to repeat
     * @return for {@code OkHttpClient.Builder.addInterceptor}
     */
    public static Interceptor of(OutgoingCalls calls) {
        return new AdaptiveInterceptor(calls);
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        OutgoingCall call = calls.begin(new SeenRequest(chain.request()));
        WatchedCall watched = new WatchedCall(chain.call());
        chain.call().addEventListener(watched);
        try {
            return call.send(new Exchange(chain, call, watched), watched::waitsFor);
        } catch (RequestNotPermitted refusal) {
            throw call.asIoException(refusal);
        } catch (CancellationException e) {
            // As OkHttp says it; if it was a time limit that cancelled, OkHttp makes that of it.
            throw new IOException("Canceled", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    private static Request withHeaders(Request request, Map<String, String> headers) {
        if (headers.isEmpty()) {
            return request;
        }
        Request.Builder builder = request.newBuilder();
        headers.forEach(builder::header);
        return builder.build();
    }

    private record Exchange(Chain chain, OutgoingCall call, WatchedCall watched, Request request)
            implements OutgoingCall.Wire<Response, IOException> {

        Exchange(Chain chain, OutgoingCall call, WatchedCall watched) {
            this(chain, call, watched, withHeaders(chain.request(), call.addedHeaders()));
        }

        @Override
        public Response send(Permit permit) throws IOException {
            watched.begins();
            try {
                Response response = Problems.inMemory(chain.proceed(request));
                if (watched.requests() == 0) {
                    permit.release();
                } else {
                    settle(permit);
                }
                return response;
            } catch (IOException e) {
                tell(permit);
                throw e;
            }
        }

        /** What the exception cannot tell; the rest is told from it. */
        private void tell(Permit permit) {
            boolean cancelled = chain.call().isCanceled();
            if (cancelled && watched.requests() == 0) {
                permit.release();
                return;
            }
            if (cancelled) {
                permit.onResult(watched.end());
            }
            settle(permit);
        }

        /** A call that found no connection is one, too. */
        private void settle(Permit permit) {
            permit.settle(Math.max(1, watched.requests()) * call.permits());
        }

        @Override
        public boolean isRepeatable() {
            RequestBody body = request.body();
            return body == null || !body.isOneShot();
        }

        @Override
        public void discard(Response response) {
            response.close();
        }
    }
}
