package io.github.resilience4j.adaptive.client.jdk;

import io.github.resilience4j.adaptive.client.OutgoingCall;
import io.github.resilience4j.adaptive.client.OutgoingCalls;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's {@link HttpClient} behind a limiter.
 *
 * <ul>
 *   <li>Redirects and answers to a challenge that the client follows count as calls: what is missing is taken afterwards, as
 *       a debt. The client's own repetition on a stale connection cannot be seen.
 *   <li>{@link #send} throws {@code RequestNotPermitted} when refused, {@link #sendAsync} completes with it. No thread waits
 *       there. Cancelled while it waits for a permit, the permit goes back; cancelled later, so is the exchange.
 *   <li>An answer that is repeated is closed if its body is {@link AutoCloseable}; with {@code BodyHandlers.ofPublisher()} a
 *       retry would leak it.
 *   <li>WebSockets are opened without a permit. Closing this client does not close the one that was given.
 * </ul>
 *
 * @since 0.1
 */
public final class AdaptiveHttpClient extends HttpClient {

    private final HttpClient client;
    private final OutgoingCalls calls;

    private AdaptiveHttpClient(HttpClient client, OutgoingCalls calls) {
        this.client = client;
        this.calls = calls;
    }

    /**
     * Puts a limiter in front of a client.
     *
     * @param client sends
     * @param calls which limiter, and whether to repeat
     * @return to be used in the place of {@code client}
     */
    public static HttpClient of(HttpClient client, OutgoingCalls calls) {
        return new AdaptiveHttpClient(client, calls);
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
            throws IOException, InterruptedException {
        OutgoingCall call = calls.begin(new SeenRequest(request));
        HttpRequest sent = withHeaders(request, call.addedHeaders());
        return call.send(new OutgoingCall.Wire<HttpResponse<T>, IOException>() {
            @Override
            public HttpResponse<T> send(Permit permit) throws IOException, InterruptedException {
                HttpResponse<T> response = client.send(sent, handler);
                settle(permit, call, response);
                return response;
            }

            @Override
            public void discard(HttpResponse<T> response) {
                close(response);
            }
        });
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
        return sendAsync(request, client::sendAsync, handler);
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, BodyHandler<T> handler, @Nullable PushPromiseHandler<T> pushes) {
        return sendAsync(request, (sent, body) -> client.sendAsync(sent, body, pushes), handler);
    }

    private <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request,
            BiFunction<HttpRequest, BodyHandler<T>, CompletableFuture<HttpResponse<T>>> exchange,
            BodyHandler<T> handler) {
        OutgoingCall call = calls.begin(new SeenRequest(request));
        HttpRequest sent = withHeaders(request, call.addedHeaders());
        return call.sendAsync(new OutgoingCall.AsyncWire<HttpResponse<T>>() {
            // The client's own future: only cancelling that ends the exchange.
            @Override
            public CompletableFuture<HttpResponse<T>> send(Permit permit) {
                CompletableFuture<HttpResponse<T>> answer = exchange.apply(sent, handler);
                var unused = answer.thenAccept(response -> settle(permit, call, response));
                return answer;
            }

            @Override
            public void discard(HttpResponse<T> response) {
                close(response);
            }
        });
    }

    private static HttpRequest withHeaders(HttpRequest request, Map<String, String> headers) {
        if (headers.isEmpty()) {
            return request;
        }
        HttpRequest.Builder builder = HttpRequest.newBuilder(request, (name, value) -> true);
        headers.forEach(builder::setHeader);
        return builder.build();
    }

    private static void settle(Permit permit, OutgoingCall call, HttpResponse<?> response) {
        int requests = 1;
        Optional<? extends HttpResponse<?>> previous = response.previousResponse();
        while (previous.isPresent()) {
            requests++;
            previous = previous.get().previousResponse();
        }
        permit.settle(requests * call.permits());
    }

    private static void close(HttpResponse<?> response) {
        if (response.body() instanceof AutoCloseable body) {
            try {
                body.close();
            } catch (Exception e) {
                // Nobody wants it, in whatever state it is.
            }
        }
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return client.cookieHandler();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return client.connectTimeout();
    }

    @Override
    public Redirect followRedirects() {
        return client.followRedirects();
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return client.proxy();
    }

    @Override
    public SSLContext sslContext() {
        return client.sslContext();
    }

    @Override
    public SSLParameters sslParameters() {
        return client.sslParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return client.authenticator();
    }

    @Override
    public Version version() {
        return client.version();
    }

    @Override
    public Optional<Executor> executor() {
        return client.executor();
    }

    @Override
    public WebSocket.Builder newWebSocketBuilder() {
        return client.newWebSocketBuilder();
    }

    @Override
    public String toString() {
        return "AdaptiveHttpClient[" + client + "]";
    }
}
