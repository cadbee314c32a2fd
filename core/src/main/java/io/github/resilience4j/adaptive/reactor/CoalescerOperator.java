package io.github.resilience4j.adaptive.reactor;

import io.github.resilience4j.adaptive.coalesce.Coalescer;
import java.time.Duration;
import java.util.Objects;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Mono;

/**
 * Lets equal subscriptions to a {@link Mono} become one: {@code mono.transform(CoalescerOperator.of(coalescer, key))}.
 * Subscribers wait without a thread; one that cancels ends its own wait only, and the source goes on. The source is
 * subscribed to on the coalescer's executor, with the context of the subscriber that started it. An empty source is a null
 * and goes by the {@code nullPolicy}; to subscribers it is empty again.
 *
 * <p>For a {@code Mono} only: a stream that some have heard half of already cannot be joined, and there would be no end to
 * what must be stored. Where a {@code Flux} is an answer with an end, {@code flux.collectList()} makes it one.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @since 0.1
 */
public final class CoalescerOperator<K, V> implements UnaryOperator<Mono<V>> {

    private final Coalescer<K, V> coalescer;
    private final K key;
    private final Duration maxAge;

    private CoalescerOperator(Coalescer<K, V> coalescer, K key, Duration maxAge) {
        this.coalescer = Objects.requireNonNull(coalescer, "coalescer");
        this.key = Objects.requireNonNull(key, "key");
        this.maxAge = Objects.requireNonNull(maxAge, "maxAge");
    }

    /**
     * For readers who take a value as old as the configuration says.
     *
     * @param coalescer the coalescer
     * @param key what is asked for
     * @param <K> the type of the keys
     * @param <V> the type of the values
     * @return an operator whose Monos fail as {@link Coalescer#getAsync} does
     */
    public static <K, V> CoalescerOperator<K, V> of(Coalescer<K, V> coalescer, K key) {
        return of(coalescer, key, coalescer.getCoalescerConfig().getMaxAge());
    }

    /**
     * For readers who say how old a value may be.
     *
     * @param coalescer the coalescer
     * @param key what is asked for
     * @param maxAge how old a stored value may be; zero: none is good enough, but a call in flight is joined
     * @param <K> the type of the keys
     * @param <V> the type of the values
     * @return an operator whose Monos fail as {@link Coalescer#getAsync} does
     */
    public static <K, V> CoalescerOperator<K, V> of(Coalescer<K, V> coalescer, K key, Duration maxAge) {
        return new CoalescerOperator<>(coalescer, key, maxAge);
    }

    @Override
    public Mono<V> apply(Mono<V> source) {
        return Mono.deferContextual(context -> Mono.fromFuture(coalescer
                .getAsync(key, maxAge, () -> source.contextWrite(context).toFuture())
                .toCompletableFuture()));
    }
}
