package io.github.resilience4j.adaptive.rxjava3;

import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.MaybeTransformer;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.core.SingleTransformer;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Lets equal subscriptions to a {@link Single} or a {@link Maybe} become one:
 * {@code single.compose(CoalescerOperator.of(coalescer, key))}. Subscribers wait without a thread; one that disposes ends its
 * own wait only, and the source goes on. The source is subscribed to on the coalescer's executor. An empty {@code Maybe} is a
 * null and goes by the {@code nullPolicy}; to subscribers it is empty again. To a {@code Single} a null that somebody else's
 * call brought is a {@link NullPointerException}.
 *
 * <p>Not for an {@code Observable} or a {@code Flowable}: a stream that some have heard half of already cannot be joined, and
 * there would be no end to what must be stored. Where a stream is an answer with an end, {@code toList()} makes it one.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @since 0.1
 */
public final class CoalescerOperator<K, V> implements SingleTransformer<V, V>, MaybeTransformer<V, V> {

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
     * @return an operator whose sources fail as {@link Coalescer#getAsync} does
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
     * @return an operator whose sources fail as {@link Coalescer#getAsync} does
     */
    public static <K, V> CoalescerOperator<K, V> of(Coalescer<K, V> coalescer, K key, Duration maxAge) {
        return new CoalescerOperator<>(coalescer, key, maxAge);
    }

    private CompletableFuture<V> ask(Supplier<CompletionStage<V>> source) {
        return coalescer.getAsync(key, maxAge, source).toCompletableFuture();
    }

    @Override
    public Single<V> apply(Single<V> source) {
        return Single.defer(() -> {
            CompletableFuture<V> answer = ask(source::toCompletionStage);
            return Single.fromCompletionStage(answer).doOnDispose(() -> answer.cancel(false));
        });
    }

    @Override
    public Maybe<V> apply(Maybe<V> source) {
        return Maybe.defer(() -> {
            CompletableFuture<V> answer = ask(() -> source.map(Optional::of)
                    .toCompletionStage(Optional.empty())
                    .thenApply(value -> value.orElse(null)));
            return Maybe.fromCompletionStage(answer).doOnDispose(() -> answer.cancel(false));
        });
    }
}
