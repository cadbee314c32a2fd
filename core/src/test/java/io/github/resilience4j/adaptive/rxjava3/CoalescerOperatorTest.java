package io.github.resilience4j.adaptive.rxjava3;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.CoalescerConfig;
import io.github.resilience4j.adaptive.coalesce.EqualSubscriptionsKit;
import io.github.resilience4j.adaptive.coalesce.EqualSubscriptionsMayBeEmptyKit;
import io.github.resilience4j.adaptive.coalesce.NullPolicy;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Equal subscriptions are one, for both kinds of source that have one value. */
class CoalescerOperatorTest {

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

    @Nested
    class OfSingle extends EqualSubscriptionsKit {
        @Override
        protected Supplier<CompletableFuture<String>> assemble(
                Coalescer<String, String> coalescer,
                String key,
                Duration maxAge,
                Supplier<CompletableFuture<String>> source) {
            Single<String> question = Single.defer(() -> Single.fromCompletionStage(source.get()))
                    .compose(CoalescerOperator.of(coalescer, key, maxAge));
            return () -> question.toCompletionStage().toCompletableFuture();
        }
    }

    @Nested
    class OfMaybe extends EqualSubscriptionsMayBeEmptyKit {
        @Override
        protected Supplier<CompletableFuture<String>> assemble(
                Coalescer<String, String> coalescer,
                String key,
                Duration maxAge,
                Supplier<CompletableFuture<String>> source) {
            Maybe<String> question = Maybe.defer(() -> Maybe.fromCompletionStage(source.get()))
                    .compose(CoalescerOperator.of(coalescer, key, maxAge));
            return () -> question.toCompletionStage().toCompletableFuture();
        }

        @Override
        protected Supplier<CompletableFuture<@Nullable String>> assembleEmpty(
                Coalescer<String, String> coalescer, Runnable subscribed) {
            Maybe<String> question = Maybe.<String>empty()
                    .doOnSubscribe(subscription -> subscribed.run())
                    .compose(CoalescerOperator.of(coalescer, "empty"));
            return () -> question.isEmpty()
                    .toCompletionStage()
                    .thenApply(empty -> empty ? null : "a value")
                    .toCompletableFuture();
        }
    }

    @Test
    void aNullThatSomebodyElsesCallBroughtIsAnErrorToASingle() {
        Coalescer<String, String> nulls = Coalescer.of(
                "nulls",
                CoalescerConfig.custom()
                        .maxAge(Duration.ofHours(1))
                        .nullPolicy(NullPolicy.STORE)
                        .build());
        nulls.get("a", () -> null);

        Single.just("never")
                .compose(CoalescerOperator.of(nulls, "a"))
                .test()
                .awaitDone(10, TimeUnit.SECONDS)
                .assertError(NullPointerException.class);
    }

    @Test
    void aFlowableWithAnEndIsAList() {
        Coalescer<String, List<Integer>> lists = Coalescer.of("lists", CoalescerConfig.ofDefaults());

        Flowable.range(0, 3)
                .toList()
                .compose(CoalescerOperator.of(lists, "a"))
                .flattenAsFlowable(list -> list)
                .test()
                .awaitDone(10, TimeUnit.SECONDS)
                .assertResult(0, 1, 2);
    }
}
