package io.github.resilience4j.adaptive.rxjava3;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.rxjava3.ratelimiter.operator.RateLimiterOperator;
import io.github.resilience4j.rxjava3.retry.transformer.RetryTransformer;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Resilience4j's own RxJava module (2.3.0) goes on working with our limiter, and beside our operator. */
class BesideResilience4jsRxJavaTest {

    private final AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of(
            "api",
            AdaptiveRateLimiterConfig.custom()
                    .timeoutDuration(Duration.ZERO)
                    .burst(5)
                    .build());

    @Test
    void itsOperatorTakesAPermitForEachSubscription() {
        Single.just("a").compose(RateLimiterOperator.of(limiter)).test().assertValue("a");
        Maybe.just("b").compose(RateLimiterOperator.of(limiter)).test().assertValue("b");
        Completable.complete().compose(RateLimiterOperator.of(limiter)).test().assertComplete();
        Observable.just("c").compose(RateLimiterOperator.of(limiter)).test().assertValue("c");
        Flowable.just("d").compose(RateLimiterOperator.of(limiter)).test().assertValue("d");

        assertThat(limiter.getMetrics().getAvailablePermissions()).isZero();
        Single.just("e").compose(RateLimiterOperator.of(limiter)).test().assertError(RequestNotPermitted.class);
    }

    @Test
    void whatItTellsIsHeard() {
        Single.just(ResponseView.of(429, Map.of("Retry-After", List.of("5")), ""))
                .compose(RateLimiterOperator.of(limiter))
                .test()
                .assertComplete();

        assertThat(limiter.snapshot().throttledCalls()).isEqualTo(1);
        Single.just("in the pause")
                .compose(RateLimiterOperator.of(limiter))
                .test()
                .assertError(RequestNotPermitted.class);
    }

    @Test
    void itsRetryStandsAroundOurOperator() {
        AtomicInteger attempts = new AtomicInteger();

        Single.fromCallable(() -> {
                    if (attempts.incrementAndGet() < 3) {
                        throw new IllegalStateException("not yet");
                    }
                    return "third";
                })
                .compose(AdaptiveRateLimiterOperator.of(limiter))
                .compose(RetryTransformer.of(Retry.ofDefaults("api")))
                .test()
                .awaitDone(10, TimeUnit.SECONDS)
                .assertValue("third");

        assertThat(limiter.getMetrics().getAvailablePermissions()).isEqualTo(2);
        assertThat(limiter.snapshot().inFlight()).isZero();
    }
}
