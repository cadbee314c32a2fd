package io.github.resilience4j.adaptive.reactor;

import io.github.resilience4j.adaptive.keypool.ApiKeyLease;
import io.github.resilience4j.adaptive.keypool.ApiKeyPool;
import io.github.resilience4j.adaptive.keypool.KeyRotation;
import io.github.resilience4j.adaptive.keypool.KeyRotation.Attempt;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Signal;
import reactor.util.context.ContextView;

/**
 * Makes each subscription to a {@link Mono} or {@link Flux} with one key after the other until one is accepted. Where the call
 * is made from the lease, {@link #mono} and {@link #flux} hand it over; where it is made already, as with a {@code WebClient}
 * whose filter adds the key, {@code mono.transformDeferred(ApiKeyPoolOperator.of(pool))} subscribes to it with the lease in
 * its context, where {@link #leaseIn} finds it.
 *
 * <p>The answer of a call is its first element, its error, or its empty end; if that is the key's fault, the source is
 * subscribed to again with another key. What comes after the first element is the subscriber's. Calls wait without a thread;
 * cancelled before it left, a call is never subscribed to and its permit goes back; cancelled later, it counts as sent.
 *
 * @param <T> the type of the elements
 * @since 0.1
 */
public final class ApiKeyPoolOperator<T> implements UnaryOperator<Publisher<T>> {

    private final ApiKeyPool pool;

    private ApiKeyPoolOperator(ApiKeyPool pool) {
        this.pool = Objects.requireNonNull(pool, "pool");
    }

    /**
     * An operator for sources that take the lease from their context.
     *
     * @param pool the pool
     * @param <T> the type of the elements
     * @return an operator whose publishers fail as {@link ApiKeyPool#execute} does
     */
    public static <T> ApiKeyPoolOperator<T> of(ApiKeyPool pool) {
        return new ApiKeyPoolOperator<>(pool);
    }

    /**
     * The lease of the call that a source is subscribed to for.
     *
     * @param context the source's context
     * @return the lease
     * @throws java.util.NoSuchElementException if the source is not behind this operator
     */
    public static ApiKeyLease leaseIn(ContextView context) {
        return context.get(ApiKeyLease.class);
    }

    /**
     * A call with at most one element.
     *
     * @param pool the pool
     * @param call the call; may be made several times, each time with another key
     * @param <T> the type of the element
     * @return a Mono that fails as {@link ApiKeyPool#execute} does
     */
    public static <T> Mono<T> mono(ApiKeyPool pool, Function<? super ApiKeyLease, ? extends Mono<T>> call) {
        return flux(pool, call).singleOrEmpty();
    }

    /**
     * A call with any number of elements.
     *
     * @param pool the pool
     * @param call the call; may be made several times, each time with another key
     * @param <T> the type of the elements
     * @return a Flux that fails as {@link ApiKeyPool#execute} does
     */
    public static <T> Flux<T> flux(ApiKeyPool pool, Function<? super ApiKeyLease, ? extends Publisher<T>> call) {
        return Flux.using(pool::rotation, rotation -> next(rotation, call), KeyRotation::close);
    }

    @Override
    public Publisher<T> apply(Publisher<T> source) {
        return source instanceof Mono<T> mono
                ? mono(pool, lease -> mono.contextWrite(context -> context.put(ApiKeyLease.class, lease)))
                : flux(pool, lease -> Flux.from(source).contextWrite(context -> context.put(ApiKeyLease.class, lease)));
    }

    private static <T> Flux<T> next(KeyRotation rotation, Function<? super ApiKeyLease, ? extends Publisher<T>> call) {
        return Arrivals.of(rotation::next, Attempt::release)
                .flatMapMany(attempt -> with(attempt, rotation, call))
                .doOnDiscard(Attempt.class, Attempt::release);
    }

    private static <T> Flux<T> with(
            Attempt attempt, KeyRotation rotation, Function<? super ApiKeyLease, ? extends Publisher<T>> call) {
        return Flux.defer(() -> call.apply(attempt))
                .doOnCancel(() -> attempt.onError(new CancellationException()))
                .switchOnFirst((first, flux) -> judged(first, flux, attempt, rotation, call));
    }

    private static <T> Publisher<T> judged(
            Signal<? extends T> first,
            Flux<T> flux,
            Attempt attempt,
            KeyRotation rotation,
            Function<? super ApiKeyLease, ? extends Publisher<T>> call) {
        Throwable error = first.getThrowable();
        boolean another = error == null ? attempt.onResult(first.get()) : attempt.onError(error);
        return another ? next(rotation, call) : flux.onErrorMap(attempt::withoutSecrets);
    }
}
