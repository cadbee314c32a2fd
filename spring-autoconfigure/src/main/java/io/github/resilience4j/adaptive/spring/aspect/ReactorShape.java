package io.github.resilience4j.adaptive.spring.aspect;

import io.github.resilience4j.adaptive.reactor.AdaptiveRateLimiterOperator;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** {@link Mono}, {@link Flux}, and what else is a bare {@link Publisher}. Each subscription is a call of its own. */
final class ReactorShape implements ResultShape {

    private final boolean single;

    private ReactorShape(boolean single) {
        this.single = single;
    }

    static ResultShape mono() {
        return new ReactorShape(true);
    }

    static ResultShape flux() {
        return new ReactorShape(false);
    }

    // The method itself is called by the subscription, since many a method sends before anybody has subscribed.
    @Override
    public Object limit(Lane lane, MethodBody call) {
        Publisher<Object> source = deferred(call);
        if (!lane.background()) {
            return AdaptiveRateLimiterOperator.<Object>of(lane.limiter(), lane.permits())
                    .apply(source);
        }
        return single
                ? Mono.defer(() -> inBackground(LaneCall.start(lane), Mono.from(source)))
                : Flux.defer(() -> inBackground(LaneCall.start(lane), Flux.from(source)));
    }

    private static Mono<Object> inBackground(LaneCall call, Mono<Object> source) {
        return call.refusal() != null
                ? Mono.error(call.refusal())
                : source.doOnSuccess(call::onResult).doOnError(call::onError).doOnCancel(call::onCancel);
    }

    private static Flux<Object> inBackground(LaneCall call, Flux<Object> source) {
        return call.refusal() != null
                ? Flux.error(call.refusal())
                : source.doOnNext(call::onResult)
                        .doOnComplete(call::onEnd)
                        .doOnError(call::onError)
                        .doOnCancel(call::onCancel);
    }

    @Override
    public Object coalesce(Question question, MethodBody call) {
        return Mono.deferContextual(context -> Mono.fromFuture(question.askAsync(() ->
                                Mono.from(source(call)).contextWrite(context).toFuture())
                        .toCompletableFuture()))
                .onErrorMap(Question::original);
    }

    @Override
    public Object recover(MethodBody call, BoundFallback fallback) {
        Publisher<Object> source = deferred(call);
        return single
                ? Mono.from(source).onErrorResume(e -> Mono.from(answer(fallback, e)))
                : Flux.from(source).onErrorResume(e -> answer(fallback, e));
    }

    private static Publisher<Object> answer(BoundFallback fallback, Throwable error) {
        return source(() -> fallback.answer(error));
    }

    @Override
    public Object then(MethodBody call, Consumer<@Nullable Object> action) {
        Publisher<Object> source = source(call);
        return single
                ? Mono.from(source).doOnSuccess(action)
                : Flux.from(source).doOnComplete(() -> action.accept(null));
    }

    @Override
    public Object either(BooleanSupplier isOn, MethodBody on, MethodBody off) {
        return deferred(() -> (isOn.getAsBoolean() ? on : off).run());
    }

    @Override
    public Object nothing() {
        return single ? Mono.empty() : Flux.empty();
    }

    @Override
    public Object failed(Throwable error) {
        return single ? Mono.error(error) : Flux.error(error);
    }

    private Publisher<Object> deferred(MethodBody call) {
        return single ? Mono.defer(() -> Mono.from(source(call))) : Flux.defer(() -> source(call));
    }

    @SuppressWarnings("unchecked")
    private static Publisher<Object> source(MethodBody call) {
        return (Publisher<Object>) Objects.requireNonNull(call.runUnchecked(), "the method's publisher");
    }
}
