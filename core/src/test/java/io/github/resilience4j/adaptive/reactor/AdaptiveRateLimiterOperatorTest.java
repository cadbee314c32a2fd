package io.github.resilience4j.adaptive.reactor;

import io.github.resilience4j.adaptive.Slow;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.MayBeEmptyKit;
import io.github.resilience4j.adaptive.ratelimiter.StreamsKit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Case L21 for our operator, and all else that the kit asks. */
@Slow
class AdaptiveRateLimiterOperatorTest {

    @Nested
    class OfMono extends MayBeEmptyKit {
        @Override
        protected Supplier<CompletableFuture<List<Object>>> assemble(
                AdaptiveRateLimiter over, int permits, Upstream source) {
            Mono<Object> limited = Mono.fromFuture(source::subscribed)
                    .flatMap(elements -> elements.isEmpty() ? Mono.empty() : Mono.just(elements.get(0)))
                    .transformDeferred(AdaptiveRateLimiterOperator.of(over, permits));
            return () -> limited.flux().collectList().toFuture();
        }
    }

    @Nested
    class OfFlux extends StreamsKit {
        @Override
        protected Supplier<CompletableFuture<List<Object>>> assemble(
                AdaptiveRateLimiter over, int permits, Upstream source) {
            Flux<Object> limited = Mono.fromFuture(source::subscribed)
                    .flatMapIterable(elements -> elements)
                    .transformDeferred(AdaptiveRateLimiterOperator.of(over, permits));
            return () -> limited.collectList().toFuture();
        }
    }
}
