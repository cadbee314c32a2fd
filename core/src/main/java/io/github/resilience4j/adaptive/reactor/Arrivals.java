package io.github.resilience4j.adaptive.reactor;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/**
 * What must go back if nobody takes it. {@code Mono.fromFuture} asks when it is subscribed to and looks at the answer when it
 * is requested: who cancels between the two would keep what has arrived. Here it is discarded, and {@code doOnDiscard} of the
 * operator further down gives it back.
 */
final class Arrivals {

    private Arrivals() {}

    static <T> Mono<T> of(Supplier<CompletableFuture<T>> question) {
        return Mono.create(sink -> {
            CompletableFuture<T> asked = question.get();
            sink.onCancel(() -> asked.cancel(false));
            var unused = asked.whenComplete((arrival, error) -> {
                if (error == null) {
                    sink.success(arrival);
                } else if (!asked.isCancelled()) {
                    sink.error(error);
                }
            });
        });
    }
}
