package io.github.resilience4j.adaptive.reactor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/**
 * What must go back if nobody takes it. {@code Mono.fromFuture} asks when it is subscribed to and looks at the answer when it
 * is requested: who cancelled between the two would keep what has arrived. So whoever decides first, arriving or leaving,
 * settles it; giving back twice is once.
 */
final class Arrivals {

    private Arrivals() {}

    static <T> Mono<T> of(Supplier<CompletableFuture<T>> question, Consumer<? super T> giveBack) {
        return Mono.defer(() -> {
            CompletableFuture<T> asked = question.get();
            AtomicBoolean decided = new AtomicBoolean();
            return Mono.fromFuture(asked)
                    .filter(arrival -> decided.compareAndSet(false, true))
                    .doOnCancel(() -> {
                        if (decided.compareAndSet(false, true)
                                && !asked.cancel(false)
                                && !asked.isCompletedExceptionally()) {
                            giveBack.accept(asked.join());
                        }
                    });
        });
    }
}
