package io.github.resilience4j.adaptive.spring.aspect;

import io.github.resilience4j.adaptive.rxjava3.AdaptiveRateLimiterOperator;
import io.reactivex.rxjava3.core.BackpressureStrategy;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** RxJava 3, each of its five types as a {@link Flowable}. Each subscription is a call of its own. */
final class RxJava3Shape<T> implements ResultShape {

    private static final Map<String, ResultShape> ALL = Map.of(
            Single.class.getName(),
            new RxJava3Shape<Single<Object>>(true, Single::toFlowable, Flowable::singleOrError),
            Maybe.class.getName(),
            new RxJava3Shape<Maybe<Object>>(true, Maybe::toFlowable, Flowable::singleElement),
            Completable.class.getName(),
            new RxJava3Shape<Completable>(false, Completable::toFlowable, Flowable::ignoreElements),
            // Nothing is buffered: whoever reads the other end asks for all of it.
            Observable.class.getName(),
            new RxJava3Shape<Observable<Object>>(
                    false, it -> it.toFlowable(BackpressureStrategy.BUFFER), Flowable::toObservable),
            Flowable.class.getName(),
            new RxJava3Shape<Flowable<Object>>(false, it -> it, it -> it));

    private final boolean hasOneResult;
    private final Function<T, Flowable<Object>> to;
    private final Function<Flowable<Object>, T> from;

    private RxJava3Shape(boolean hasOneResult, Function<T, Flowable<Object>> to, Function<Flowable<Object>, T> from) {
        this.hasOneResult = hasOneResult;
        this.to = to;
        this.from = from;
    }

    /** Null if it is none of the five. */
    static @Nullable ResultShape of(Class<?> type) {
        return ALL.get(type.getName());
    }

    @Override
    public Object limit(Lane lane, MethodBody call) {
        Flowable<Object> source = Flowable.defer(() -> source(call));
        if (!lane.background()) {
            return back(AdaptiveRateLimiterOperator.<Object>of(lane.limiter(), lane.permits())
                    .apply(source));
        }
        return back(Flowable.defer(() -> inBackground(LaneCall.start(lane), source)));
    }

    private static Flowable<Object> inBackground(LaneCall call, Flowable<Object> source) {
        return call.refusal() != null
                ? Flowable.error(call.refusal())
                : source.doOnNext(call::onResult)
                        .doOnComplete(call::onEnd)
                        .doOnError(call::onError)
                        .doOnCancel(call::onCancel);
    }

    @Override
    public Object coalesce(Question question, MethodBody call) {
        return back(Flowable.defer(() -> {
            CompletionStage<@Nullable Object> stage = question.askAsync(() -> firstOf(source(call)));
            return Maybe.fromCompletionStage(stage)
                    .doOnDispose(() -> stage.toCompletableFuture().cancel(false))
                    .toFlowable()
                    .onErrorResumeNext(e -> Flowable.error(Question.original(e)));
        }));
    }

    private static CompletionStage<@Nullable Object> firstOf(Flowable<Object> source) {
        CompletableFuture<@Nullable Object> first = new CompletableFuture<>();
        var unused = source.singleElement()
                .subscribe(first::complete, first::completeExceptionally, () -> first.complete(null));
        return first;
    }

    @Override
    public Object recover(MethodBody call, BoundFallback fallback) {
        return back(Flowable.defer(() -> source(call)).onErrorResumeNext(e -> source(() -> fallback.answer(e))));
    }

    @Override
    public Object then(MethodBody call, Consumer<@Nullable Object> action) {
        Flowable<Object> source = source(call);
        return back(Flowable.defer(() -> {
            AtomicReference<@Nullable Object> result = new AtomicReference<>();
            Flowable<Object> heard = hasOneResult ? source.doOnNext(result::set) : source;
            return heard.doOnComplete(() -> action.accept(result.get()));
        }));
    }

    @Override
    public Object either(BooleanSupplier isOn, MethodBody on, MethodBody off) {
        return back(Flowable.defer(() -> source(isOn.getAsBoolean() ? on : off)));
    }

    @Override
    public Object nothing() {
        return back(Flowable.empty());
    }

    @Override
    public Object failed(Throwable error) {
        return back(Flowable.error(error));
    }

    private Object back(Flowable<Object> flowable) {
        return Objects.requireNonNull(from.apply(flowable));
    }

    @SuppressWarnings("unchecked")
    private Flowable<Object> source(MethodBody call) {
        return to.apply((T) Objects.requireNonNull(call.runUnchecked(), "the method's source"));
    }
}
