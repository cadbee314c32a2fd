package io.github.resilience4j.adaptive.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.CoalescerConfig;
import io.github.resilience4j.adaptive.coalesce.EqualSubscriptionsMayBeEmptyKit;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Equal subscriptions are one. */
class CoalescerOperatorTest extends EqualSubscriptionsMayBeEmptyKit {

    @Override
    protected Supplier<CompletableFuture<String>> assemble(
            Coalescer<String, String> coalescer,
            String key,
            Duration maxAge,
            Supplier<CompletableFuture<String>> source) {
        Mono<String> question = Mono.defer(() -> Mono.fromFuture(source.get(), true))
                .transform(CoalescerOperator.of(coalescer, key, maxAge));
        return question::toFuture;
    }

    @Override
    protected Supplier<CompletableFuture<@Nullable String>> assembleEmpty(
            Coalescer<String, String> coalescer, Runnable subscribed) {
        Mono<String> question = Mono.<String>empty()
                .doOnSubscribe(subscription -> subscribed.run())
                .transform(CoalescerOperator.of(coalescer, "empty"));
        return question::toFuture;
    }

    @Test
    void theContextOfWhoStartsTheCallIsThere() {
        Coalescer<String, String> coalescer = Coalescer.of("users", CoalescerConfig.ofDefaults());
        Mono<String> contextual = Mono.deferContextual(context -> Mono.just(context.<String>get("user")))
                .transform(CoalescerOperator.of(coalescer, "c"))
                .contextWrite(context -> context.put("user", "ann"));

        assertThat(contextual.block(SOON)).isEqualTo("ann");
    }

    @Test
    void aFluxWithAnEndIsAList() {
        Coalescer<String, List<Integer>> lists = Coalescer.of("lists", CoalescerConfig.ofDefaults());

        assertThat(Flux.range(0, 3)
                        .collectList()
                        .transform(CoalescerOperator.of(lists, "a"))
                        .flatMapIterable(list -> list)
                        .collectList()
                        .block(SOON))
                .containsExactly(0, 1, 2);
    }
}
