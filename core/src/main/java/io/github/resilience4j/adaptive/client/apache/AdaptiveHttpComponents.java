package io.github.resilience4j.adaptive.client.apache;

import io.github.resilience4j.adaptive.client.OutgoingCalls;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;

/**
 * Apache HttpClient 5 behind a limiter: {@code AdaptiveHttpComponents.limit(HttpClients.custom(), calls).build()}.
 *
 * <p>The permit is taken below the client's redirects, retries and answers to a challenge, so each of them is a call, through
 * the limiter of the host that it really goes to; and above the connections, so nobody waits with one in hand. If the calls
 * have a retry, the client repeats by its rules instead of its own; otherwise the client's own retry (once, also after a
 * 429) stays, and takes its permits like everything else.
 *
 * <p>A refusal is {@code RequestNotPermitted}, thrown, or given to the callback and the future. The asynchronous client parks
 * no thread; cancelled while it waits, the permit goes back at once. A classic call that is aborted while it waits notices
 * when its wait is over, and gives the permit back then.
 *
 * @since 0.1
 */
public final class AdaptiveHttpComponents {

    private static final String LIMIT = "resilience4j-adaptive-limit";
    private static final String CALL = "resilience4j-adaptive-call";

    private AdaptiveHttpComponents() {}

    /**
     * Puts a limiter into a client that blocks. Called after the builder's other handlers were added.
     *
     * @param builder of the client
     * @param calls which limiter, and whether to repeat
     * @return the builder
     */
    public static HttpClientBuilder limit(HttpClientBuilder builder, OutgoingCalls calls) {
        builder.addExecInterceptorAfter(ChainElement.PROTOCOL.name(), LIMIT, new LimitHandler(calls));
        builder.addExecInterceptorFirst(CALL, new CallHandler(calls));
        return calls.isRepeating() ? builder.setRetryStrategy(new ListeningRetryStrategy()) : builder;
    }

    /**
     * Puts a limiter into an asynchronous client. Called after the builder's other handlers were added.
     *
     * @param builder of the client
     * @param calls which limiter, and whether to repeat
     * @return the builder
     */
    public static HttpAsyncClientBuilder limit(HttpAsyncClientBuilder builder, OutgoingCalls calls) {
        builder.addExecInterceptorAfter(ChainElement.PROTOCOL.name(), LIMIT, new AsyncLimitHandler(calls));
        builder.addExecInterceptorFirst(CALL, new AsyncCallHandler(calls));
        return calls.isRepeating() ? builder.setRetryStrategy(new ListeningRetryStrategy()) : builder;
    }
}
