package io.github.resilience4j.adaptive.rxjava3;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.Slow;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.MayBeEmptyKit;
import io.github.resilience4j.adaptive.ratelimiter.StreamsKit;
import io.github.resilience4j.adaptive.ratelimiter.SubscriptionsKit;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** Case L21 for all five kinds of source, and all else that the kit asks. */
@Slow
class AdaptiveRateLimiterOperatorTest {

    private static final Queue<Throwable> UNDELIVERABLE = new ConcurrentLinkedQueue<>();

    @BeforeAll
    static void listenForErrorsThatNobodyGets() {
        RxJavaPlugins.setErrorHandler(UNDELIVERABLE::add);
    }

    @AfterAll
    static void noErrorHadNobodyToGoTo() {
        RxJavaPlugins.reset();
        assertThat(UNDELIVERABLE).isEmpty();
    }

    private static Single<List<Object>> elementsOf(SubscriptionsKit.Upstream source) {
        return Single.defer(() -> {
            CompletableFuture<List<Object>> call = source.subscribed();
            return Single.fromCompletionStage(call).doOnDispose(() -> call.cancel(true));
        });
    }

    @Nested
    class OfSingle extends SubscriptionsKit {
        @Override
        protected Supplier<CompletableFuture<List<Object>>> assemble(
                AdaptiveRateLimiter over, int permits, Upstream source) {
            Single<Object> limited = elementsOf(source)
                    .map(elements -> elements.get(0))
                    .compose(AdaptiveRateLimiterOperator.of(over, permits));
            return () -> limited.map(List::of).toCompletionStage().toCompletableFuture();
        }
    }

    @Nested
    class OfMaybe extends MayBeEmptyKit {
        @Override
        protected Supplier<CompletableFuture<List<Object>>> assemble(
                AdaptiveRateLimiter over, int permits, Upstream source) {
            Maybe<Object> limited = elementsOf(source)
                    .flatMapMaybe(elements -> elements.isEmpty() ? Maybe.empty() : Maybe.just(elements.get(0)))
                    .compose(AdaptiveRateLimiterOperator.of(over, permits));
            return () -> limited.map(List::of)
                    .defaultIfEmpty(List.of())
                    .toCompletionStage()
                    .toCompletableFuture();
        }
    }

    @Nested
    class OfCompletable extends SubscriptionsKit {
        @Override
        protected Supplier<CompletableFuture<List<Object>>> assemble(
                AdaptiveRateLimiter over, int permits, Upstream source) {
            Completable limited =
                    elementsOf(source).ignoreElement().compose(AdaptiveRateLimiterOperator.of(over, permits));
            return () -> limited.toCompletionStage(List.<Object>of()).toCompletableFuture();
        }

        @Override
        protected List<Object> answer() {
            return List.of();
        }
    }

    @Nested
    class OfObservable extends StreamsKit {
        @Override
        protected Supplier<CompletableFuture<List<Object>>> assemble(
                AdaptiveRateLimiter over, int permits, Upstream source) {
            Observable<Object> limited = elementsOf(source)
                    .flattenAsObservable(elements -> elements)
                    .compose(AdaptiveRateLimiterOperator.of(over, permits));
            return () -> limited.toList().toCompletionStage().toCompletableFuture();
        }
    }

    @Nested
    class OfFlowable extends StreamsKit {
        @Override
        protected Supplier<CompletableFuture<List<Object>>> assemble(
                AdaptiveRateLimiter over, int permits, Upstream source) {
            Flowable<Object> limited = elementsOf(source)
                    .flattenAsFlowable(elements -> elements)
                    .compose(AdaptiveRateLimiterOperator.of(over, permits));
            return () -> limited.toList().toCompletionStage().toCompletableFuture();
        }
    }
}
