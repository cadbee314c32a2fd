package io.github.resilience4j.adaptive.client.feign;

import feign.AsyncClient;
import feign.Capability;
import feign.Client;
import feign.Request;
import feign.Response;
import io.github.resilience4j.adaptive.client.OutgoingCall;
import io.github.resilience4j.adaptive.client.OutgoingCalls;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Feign behind a limiter: {@code Feign.builder().addCapability(AdaptiveCapability.of(calls))}, and the same for {@code
 * AsyncFeign}, where no thread waits for a permit.
 *
 * <ul>
 *   <li>It stands in front of the client, so what Feign's own {@code Retryer} repeats are calls too. Have one of both repeat.
 *   <li>A refusal is {@code RequestNotPermitted}, which Feign hands on as it is.
 *   <li>Redirects that the client underneath follows are not seen.
 * </ul>
 *
 * @since 0.1
 */
public final class AdaptiveCapability implements Capability {

    private final OutgoingCalls calls;

    private AdaptiveCapability(OutgoingCalls calls) {
        this.calls = calls;
    }

    /**
     * A capability.
     *
     * @param calls which limiter, and whether to repeat
     * @return for {@code Feign.Builder.addCapability}
     */
    public static Capability of(OutgoingCalls calls) {
        return new AdaptiveCapability(calls);
    }

    @Override
    public Client enrich(Client client) {
        return (request, options) -> {
            OutgoingCall call = calls.begin(new SeenRequest(request));
            Request sent = withHeaders(request, call.addedHeaders());
            try {
                return call.send(new Exchange(client, sent, options));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted");
            }
        };
    }

    @Override
    public AsyncClient<Object> enrich(AsyncClient<Object> client) {
        return (request, options, context) -> {
            OutgoingCall call = calls.begin(new SeenRequest(request));
            Request sent = withHeaders(request, call.addedHeaders());
            return call.sendAsync(new AsyncExchange(client, sent, options, context));
        };
    }

    private static Request withHeaders(Request request, Map<String, String> added) {
        if (added.isEmpty()) {
            return request;
        }
        Map<String, Collection<String>> headers = new LinkedHashMap<>(request.headers());
        added.forEach((name, value) -> headers.put(name, List.of(value)));
        return Request.create(
                request.httpMethod(),
                request.url(),
                headers,
                request.body(),
                request.charset(),
                request.requestTemplate());
    }

    private record Exchange(Client client, Request request, Request.Options options)
            implements OutgoingCall.Wire<Response, IOException> {

        @Override
        public Response send(Permit permit) throws IOException {
            return Problems.replayed(client.execute(request, options));
        }

        @Override
        public void discard(Response response) {
            response.close();
        }
    }

    private record AsyncExchange(
            AsyncClient<Object> client, Request request, Request.Options options, Optional<Object> context)
            implements OutgoingCall.AsyncWire<Response> {

        @Override
        public CompletableFuture<Response> send(Permit permit) {
            CompletableFuture<Response> answer = client.execute(request, options, context);
            CompletableFuture<Response> seen = new CompletableFuture<>();
            var unused = answer.whenComplete((response, error) -> {
                if (error != null) {
                    seen.completeExceptionally(error);
                } else {
                    deliver(response, seen);
                }
            });
            return cancelling(answer, seen);
        }

        private static CompletableFuture<Response> cancelling(
                CompletableFuture<Response> answer, CompletableFuture<Response> seen) {
            var unused = seen.whenComplete((any, error) -> {
                if (seen.isCancelled()) {
                    answer.cancel(true);
                }
            });
            return seen;
        }

        private static void deliver(Response response, CompletableFuture<Response> seen) {
            boolean taken;
            try {
                taken = seen.complete(Problems.replayed(response));
            } catch (IOException | RuntimeException e) {
                seen.completeExceptionally(e);
                taken = false;
            }
            if (!taken) {
                response.close();
            }
        }

        @Override
        public void discard(Response response) {
            response.close();
        }
    }
}
