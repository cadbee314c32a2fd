package io.github.resilience4j.adaptive.client.spring;

import io.github.resilience4j.adaptive.client.OutgoingCall;
import io.github.resilience4j.adaptive.client.OutgoingCalls;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * Spring's {@code WebClient} behind a limiter: {@code WebClient.builder().filter(AdaptiveExchangeFilter.of(calls))}.
 *
 * <ul>
 *   <li>No thread waits. Cancelled while it waits for a permit, the permit goes back; cancelled later, the exchange ends and
 *       counts as sent.
 *   <li>Added last of all, it sees what is really sent. A refusal is {@code RequestNotPermitted}.
 *   <li>Every subscription is a call, so a {@code retry} behind the client takes permits of its own.
 *   <li>Redirects that the connector follows are not seen.
 * </ul>
 *
 * @since 0.1
 */
public final class AdaptiveExchangeFilter implements ExchangeFilterFunction {

    private final OutgoingCalls calls;

    private AdaptiveExchangeFilter(OutgoingCalls calls) {
        this.calls = calls;
    }

    /**
     * A filter.
     *
     * @param calls which limiter, and whether to repeat
     * @return for {@code WebClient.Builder.filter}
     */
    public static ExchangeFilterFunction of(OutgoingCalls calls) {
        return new AdaptiveExchangeFilter(calls);
    }

    @Override
    public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
        return Mono.deferContextual(context -> {
            OutgoingCall call = calls.begin(new SeenClientRequest(request));
            Exchange exchange = new Exchange(withHeaders(request, call.addedHeaders()), next, context);
            // Cancelled between the answer and its delivery, nobody else would close it.
            return sent(call, exchange)
                    .doOnDiscard(SeenClientResponse.class, exchange::discard)
                    .map(SeenClientResponse::response);
        });
    }

    /** Not {@code Mono.fromFuture}, for which a future that ends with a {@link CancellationException} is an empty answer. */
    private static Mono<SeenClientResponse> sent(OutgoingCall call, Exchange exchange) {
        return Mono.create(sink -> {
            CompletableFuture<SeenClientResponse> answer = call.sendAsync(exchange);
            AtomicBoolean unwanted = new AtomicBoolean();
            sink.onCancel(() -> {
                unwanted.set(true);
                answer.cancel(true);
            });
            var unused = answer.whenComplete((response, error) -> {
                if (error == null) {
                    sink.success(response);
                } else if (!unwanted.get()) {
                    sink.error(error);
                }
            });
        });
    }

    private static ClientRequest withHeaders(ClientRequest request, Map<String, String> headers) {
        if (headers.isEmpty()) {
            return request;
        }
        return ClientRequest.from(request)
                .headers(fields -> headers.forEach(fields::set))
                .build();
    }

    /** Sends within the caller's Reactor context, which a future would lose. */
    private record Exchange(ClientRequest request, ExchangeFunction next, ContextView context)
            implements OutgoingCall.AsyncWire<SeenClientResponse> {

        @Override
        public CompletableFuture<SeenClientResponse> send(Permit permit) {
            return next.exchange(request)
                    .flatMap(SeenClientResponse::of)
                    .contextWrite(context)
                    .toFuture();
        }

        @Override
        public void discard(SeenClientResponse response) {
            response.response().releaseBody().contextWrite(context).subscribe(any -> {}, error -> {});
        }
    }
}
