package io.github.resilience4j.adaptive.reactor;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Lets each subscription to a {@link Mono} or {@link Flux} leave as one call, however many elements it has:
 * {@code mono.transformDeferred(AdaptiveRateLimiterOperator.of(limiter))}.
 *
 * <p>Other than Resilience4j's {@code RateLimiterOperator} it looks again when its time has come, so a pause that began
 * meanwhile holds it; disposed before that, the source is never subscribed to and the permit goes back; and the limiter
 * knows which call an answer belongs to. The answer of a call is its first element, its error, or its empty end;
 * a call that is cancelled before any of them counts as sent.
 *
 * @param <T> the type of the elements
 * @since 0.1
 */
public final class AdaptiveRateLimiterOperator<T> implements UnaryOperator<Publisher<T>> {

    private final Supplier<CompletableFuture<Permit>> permit;

    private AdaptiveRateLimiterOperator(Supplier<CompletableFuture<Permit>> permit) {
        this.permit = permit;
    }

    /**
     * One permit for each subscription.
     *
     * @param limiter the limiter
     * @param <T> the type of the elements
     * @return an operator whose publishers fail with {@code RequestNotPermitted} when refused
     */
    public static <T> AdaptiveRateLimiterOperator<T> of(AdaptiveRateLimiter limiter) {
        return of(limiter, 1);
    }

    /**
     * Several permits for each subscription.
     *
     * @param limiter the limiter
     * @param permits 1 to the limit for a period
     * @param <T> the type of the elements
     * @return an operator whose publishers fail with {@code RequestNotPermitted} when refused
     */
    public static <T> AdaptiveRateLimiterOperator<T> of(AdaptiveRateLimiter limiter, int permits) {
        return new AdaptiveRateLimiterOperator<>(() ->
                limiter.acquireAsync(permits, limiter.getRateLimiterConfig().getTimeoutDuration()));
    }

    @Override
    public Publisher<T> apply(Publisher<T> source) {
        Mono<Permit> permitted = Arrivals.of(permit, Permit::release);
        Publisher<T> limited = source instanceof Mono<T> mono
                ? permitted.flatMap(granted -> call(mono, granted))
                : permitted.flatMapMany(granted -> call(Flux.from(source), granted));
        // A permit that comes while the subscriber leaves falls between the two operators.
        return limited instanceof Mono<T> mono
                ? mono.doOnDiscard(Permit.class, Permit::release)
                : Flux.from(limited).doOnDiscard(Permit.class, Permit::release);
    }

    /** The first word counts, so that every element may be told. */
    private static <T> Mono<T> call(Mono<T> source, Permit permit) {
        return source.doOnSuccess(permit::onResult)
                .doOnError(permit::onError)
                .doOnCancel(() -> permit.onError(new CancellationException()));
    }

    private static <T> Flux<T> call(Flux<T> source, Permit permit) {
        return source.doOnNext(permit::onResult)
                .doOnComplete(() -> permit.onResult(null))
                .doOnError(permit::onError)
                .doOnCancel(() -> permit.onError(new CancellationException()));
    }
}
