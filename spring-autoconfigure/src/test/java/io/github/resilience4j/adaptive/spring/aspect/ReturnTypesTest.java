package io.github.resilience4j.adaptive.spring.aspect;

import static io.github.resilience4j.adaptive.spring.aspect.AspectApps.limiter;
import static io.github.resilience4j.adaptive.spring.aspect.AspectApps.taken;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.resilience4j.adaptive.annotation.AdaptiveRateLimit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Every type a method may return, in both lanes, alone and with a fallback. */
class ReturnTypesTest {

    static class Calls {

        private int made;

        int count() {
            return made;
        }

        private String made() {
            made++;
            return "made";
        }

        @AdaptiveRateLimit(name = "tracker", fallbackMethod = "instead")
        public String plain(boolean fails) {
            String result = made();
            if (fails) {
                throw new IllegalArgumentException();
            }
            return result;
        }

        String instead(boolean fails, Throwable error) {
            return error.getClass().getSimpleName();
        }

        @AdaptiveRateLimit(name = "tracker", background = true)
        public String plainInBackground() {
            return made();
        }

        @AdaptiveRateLimit(name = "tracker", fallbackMethod = "insteadOfStage")
        public CompletableFuture<String> stage(boolean fails) {
            made();
            return fails ? CompletableFuture.failedFuture(new IllegalArgumentException()) : done("made");
        }

        CompletableFuture<String> insteadOfStage(boolean fails, Exception error) {
            return done(error.getClass().getSimpleName());
        }

        @AdaptiveRateLimit(name = "tracker", background = true)
        public CompletionStage<String> stageInBackground() {
            return done(made());
        }

        private static CompletableFuture<String> done(String value) {
            return CompletableFuture.completedFuture(value);
        }

        @AdaptiveRateLimit(name = "tracker", fallbackMethod = "insteadOfMono")
        public Mono<String> mono(boolean fails) {
            made();
            return fails ? Mono.error(new IllegalArgumentException()) : Mono.just("made");
        }

        Mono<String> insteadOfMono(RequestNotPermitted error) {
            return Mono.just("RequestNotPermitted");
        }

        Mono<String> insteadOfMono(RuntimeException error) {
            return Mono.just(error.getClass().getSimpleName());
        }

        @AdaptiveRateLimit(name = "tracker", background = true)
        public Mono<String> monoInBackground() {
            return Mono.just(made());
        }

        @AdaptiveRateLimit(name = "tracker", fallbackMethod = "insteadOfFlux")
        public Flux<String> flux(boolean fails) {
            made();
            return fails ? Flux.error(new IllegalArgumentException()) : Flux.just("made", "made");
        }

        Flux<String> insteadOfFlux(Throwable error) {
            return Flux.just(error.getClass().getSimpleName());
        }

        @AdaptiveRateLimit(name = "tracker", background = true)
        public Flux<String> fluxInBackground() {
            return Flux.just(made(), "made");
        }

        @AdaptiveRateLimit(name = "tracker", background = true)
        public Publisher<String> publisherInBackground() {
            made();
            return Mono.empty();
        }

        @AdaptiveRateLimit(name = "tracker")
        public Publisher<String> publisher() {
            made();
            return Mono.empty();
        }

        @AdaptiveRateLimit(name = "tracker", fallbackMethod = "insteadOfSingle")
        public Single<String> single(boolean fails) {
            made();
            return fails ? Single.error(new IllegalArgumentException()) : Single.just("made");
        }

        Single<String> insteadOfSingle(Throwable error) {
            return Single.just(error.getClass().getSimpleName());
        }

        @AdaptiveRateLimit(name = "tracker", background = true)
        public Single<String> singleInBackground() {
            return Single.just(made());
        }

        @AdaptiveRateLimit(name = "tracker")
        public Maybe<String> maybe() {
            made();
            return Maybe.empty();
        }

        @AdaptiveRateLimit(name = "tracker")
        public Completable completable() {
            made();
            return Completable.complete();
        }

        @AdaptiveRateLimit(name = "tracker", background = true)
        public Maybe<String> maybeInBackground() {
            return Maybe.just(made());
        }

        @AdaptiveRateLimit(name = "tracker", background = true)
        public Completable completableInBackground() {
            made();
            return Completable.complete();
        }

        @AdaptiveRateLimit(name = "tracker")
        public Observable<String> observable() {
            return Observable.just(made(), "made");
        }

        @AdaptiveRateLimit(name = "tracker", background = true)
        public Flowable<String> flowableInBackground() {
            return Flowable.just(made(), "made");
        }

        @AdaptiveRateLimit(name = "tracker", background = true)
        public Observable<String> observableInBackground() {
            return Observable.just(made(), "made");
        }

        @AdaptiveRateLimit(name = "tracker")
        public Flowable<String> flowable() {
            return Flowable.just(made(), "made");
        }
    }

    /** A call, and its result as a text. */
    record Type(String name, Function<Calls, Object> call) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Type> types() {
        return Stream.of(
                new Type("plain in background", Calls::plainInBackground),
                new Type(
                        "stage in background",
                        calls -> calls.stageInBackground().toCompletableFuture().join()),
                new Type("Mono in background", calls -> calls.monoInBackground().block()),
                new Type("Flux in background", calls -> calls.fluxInBackground().blockLast()),
                new Type(
                        "Publisher in background",
                        calls -> Flux.from(calls.publisherInBackground()).blockLast()),
                new Type(
                        "Single in background",
                        calls -> calls.singleInBackground().blockingGet()),
                new Type("Publisher", calls -> Flux.from(calls.publisher()).blockLast()),
                new Type("Maybe", calls -> calls.maybe().blockingGet()),
                new Type(
                        "Maybe in background",
                        calls -> calls.maybeInBackground().blockingGet()),
                new Type("Completable", calls -> {
                    calls.completable().blockingAwait();
                    return null;
                }),
                new Type("Completable in background", calls -> {
                    calls.completableInBackground().blockingAwait();
                    return null;
                }),
                new Type("Observable", calls -> calls.observable().blockingLast()),
                new Type(
                        "Observable in background",
                        calls -> calls.observableInBackground().blockingLast()),
                new Type("Flowable", calls -> calls.flowable().blockingLast()),
                new Type(
                        "Flowable in background",
                        calls -> calls.flowableInBackground().blockingLast()));
    }

    static Stream<Type> typesWithFallback() {
        return Stream.of(true, false)
                .flatMap(fails -> Stream.of(
                        new Type("plain " + fails, calls -> calls.plain(fails)),
                        new Type("stage " + fails, calls -> calls.stage(fails).join()),
                        new Type("Mono " + fails, calls -> calls.mono(fails).block()),
                        new Type("Flux " + fails, calls -> calls.flux(fails).blockLast()),
                        new Type("Single " + fails, calls -> calls.single(fails).blockingGet())));
    }

    @ParameterizedTest
    @MethodSource("types")
    void takesOnePermitAndTellsTheEnd(Type type) {
        AspectApps.with(Calls.class).run(context -> {
            assertThat(type.call().apply(context.getBean(Calls.class))).isIn("made", null);
            assertThat(taken(context)).isEqualTo(1);
            assertThat(limiter(context, "tracker").snapshot().inFlight()).isZero();
        });
    }

    @ParameterizedTest
    @MethodSource("types")
    void isNotCalledWhenRefused(Type type) {
        AspectApps.with(Calls.class).run(context -> {
            limiter(context, "tracker").stop("test");
            Throwable error = catchThrowable(() -> type.call().apply(context.getBean(Calls.class)));
            assertThat(StageShape.bare(error)).isInstanceOf(RequestNotPermitted.class);
            assertThat(context.getBean(Calls.class).count()).isZero();
            assertThat(limiter(context, "tracker").snapshot().inFlight()).isZero();
        });
    }

    @ParameterizedTest
    @MethodSource("typesWithFallback")
    void theFallbackAnswersFailures(Type type) {
        AspectApps.with(Calls.class).run(context -> {
            String expected = type.name().endsWith("true") ? "IllegalArgumentException" : "made";
            assertThat(type.call().apply(context.getBean(Calls.class))).isEqualTo(expected);
            assertThat(taken(context)).isEqualTo(1);
            assertThat(limiter(context, "tracker").snapshot().inFlight()).isZero();
        });
    }

    @ParameterizedTest
    @MethodSource("typesWithFallback")
    void theFallbackAnswersRefusals(Type type) {
        AspectApps.with(Calls.class).run(context -> {
            AdaptiveRateLimiter limiter = limiter(context, "tracker");
            limiter.stop("test");
            assertThat(type.call().apply(context.getBean(Calls.class))).isEqualTo("RequestNotPermitted");
            assertThat(context.getBean(Calls.class).count()).isZero();
        });
    }

    @Test
    void nothingLeaksWhenTheSubscriberLeaves() {
        AspectApps.with(Calls.class).run(context -> {
            Calls calls = context.getBean(Calls.class);
            calls.monoInBackground().block();
            calls.fluxInBackground().take(1).blockLast();
            assertThat(calls.flowable().take(1).blockingLast()).isNotNull();
            assertThat(calls.observableInBackground().take(1).blockingLast()).isNotNull();
            assertThat(limiter(context, "tracker").snapshot().inFlight()).isZero();
        });
    }
}
