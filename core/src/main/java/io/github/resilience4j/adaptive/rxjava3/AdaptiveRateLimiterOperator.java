package io.github.resilience4j.adaptive.rxjava3;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.CompletableTransformer;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableTransformer;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.MaybeTransformer;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.ObservableTransformer;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.core.SingleTransformer;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Lets each subscription to a {@link Single}, {@link Maybe}, {@link Completable}, {@link Observable} or {@link Flowable}
 * leave as one call, however many elements it has: {@code single.compose(AdaptiveRateLimiterOperator.of(limiter))}.
 *
 * <p>Other than Resilience4j's {@code RateLimiterOperator} it looks again when its time has come, so a pause that began
 * meanwhile holds it; disposed before that, the source is never subscribed to and the permit goes back; and the limiter
 * knows which call an answer belongs to. The answer of a call is its first element, its error, or its empty end; a call
 * that is disposed before any of them counts as sent.
 *
 * @param <T> the type of the elements
 * @since 0.1
 */
public final class AdaptiveRateLimiterOperator<T>
        implements SingleTransformer<T, T>,
                MaybeTransformer<T, T>,
                CompletableTransformer,
                ObservableTransformer<T, T>,
                FlowableTransformer<T, T> {

    private final Supplier<CompletableFuture<Permit>> permit;

    private AdaptiveRateLimiterOperator(Supplier<CompletableFuture<Permit>> permit) {
        this.permit = permit;
    }

    /**
     * One permit for each subscription.
     *
     * @param limiter the limiter
     * @param <T> the type of the elements
     * @return an operator whose sources fail with {@code RequestNotPermitted} when refused
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
     * @return an operator whose sources fail with {@code RequestNotPermitted} when refused
     */
    public static <T> AdaptiveRateLimiterOperator<T> of(AdaptiveRateLimiter limiter, int permits) {
        return new AdaptiveRateLimiterOperator<>(() ->
                limiter.acquireAsync(permits, limiter.getRateLimiterConfig().getTimeoutDuration()));
    }

    private PermittedCall call() {
        return new PermittedCall(permit.get());
    }

    @Override
    public Single<T> apply(Single<T> source) {
        return Single.using(
                this::call,
                call -> call.permitted()
                        .andThen(Single.defer(() -> call.send() ? source : Single.never()))
                        .doOnSuccess(call::onResult)
                        .doOnError(call::onError),
                PermittedCall::end,
                false);
    }

    @Override
    public Maybe<T> apply(Maybe<T> source) {
        return Maybe.using(
                this::call,
                call -> call.permitted()
                        .andThen(Maybe.defer(() -> call.send() ? source : Maybe.never()))
                        .doOnSuccess(call::onResult)
                        .doOnComplete(call::onEnd)
                        .doOnError(call::onError),
                PermittedCall::end,
                false);
    }

    @Override
    public Completable apply(Completable source) {
        return Completable.using(
                this::call,
                call -> call.permitted()
                        .andThen(Completable.defer(() -> call.send() ? source : Completable.never()))
                        .doOnComplete(call::onEnd)
                        .doOnError(call::onError),
                PermittedCall::end,
                false);
    }

    @Override
    public Observable<T> apply(Observable<T> source) {
        return Observable.using(
                this::call,
                call -> call.permitted()
                        .andThen(Observable.defer(() -> call.send() ? source : Observable.never()))
                        .doOnNext(call::onResult)
                        .doOnComplete(call::onEnd)
                        .doOnError(call::onError),
                PermittedCall::end,
                false);
    }

    @Override
    public Flowable<T> apply(Flowable<T> source) {
        return Flowable.using(
                this::call,
                call -> call.permitted()
                        .andThen(Flowable.defer(() -> call.send() ? source : Flowable.never()))
                        .doOnNext(call::onResult)
                        .doOnComplete(call::onEnd)
                        .doOnError(call::onError),
                PermittedCall::end,
                false);
    }
}
