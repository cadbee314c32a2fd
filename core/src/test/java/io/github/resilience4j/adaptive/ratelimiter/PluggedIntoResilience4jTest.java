package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.core.exception.AcquirePermissionCancelledException;
import io.github.resilience4j.decorators.Decorators;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.RateLimiterRegistry;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Resilience4j's own decorators, registry and retry work with it unchanged. */
class PluggedIntoResilience4jTest {

    private final FakeClock clock = new FakeClock();
    private final AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of(
            "api",
            AdaptiveRateLimiterConfig.custom()
                    .limitForPeriod(10)
                    .limitRefreshPeriod(Duration.ofMinutes(1))
                    .burst(3)
                    .timeoutDuration(Duration.ZERO)
                    .outcomeClassifier(Reply.CLASSIFIER)
                    .build(),
            clock);

    @Test
    void itsStaticDecoratorsTakePermitsAndHearTheAnswers() throws Throwable {
        assertThat(RateLimiter.decorateSupplier(limiter, () -> "a").get()).isEqualTo("a");
        assertThat(RateLimiter.decorateCheckedFunction(limiter, (String s) -> s + "!")
                        .apply("b"))
                .isEqualTo("b!");
        RateLimiter.decorateRunnable(limiter, () -> {}).run();
        assertThat(limiter.snapshot().lastSuccessAt()).isNotNull();
        assertThat(limiter.snapshot().inFlight()).isZero();

        Supplier<String> fourth = RateLimiter.decorateSupplier(limiter, () -> "d");

        assertThatThrownBy(fourth::get)
                .isInstanceOfSatisfying(
                        RequestNotPermitted.class,
                        refused ->
                                assertThat(refused.getCausingRateLimiterName()).isEqualTo("api"));
    }

    @Test
    void aRefusalByTheServerInADecoratedCallPauses() {
        Reply reply = RateLimiter.decorateSupplier(limiter, () -> Reply.tooManyFor(Duration.ofSeconds(5)))
                .get();

        assertThat(reply).isNotNull();
        assertThat(limiter.snapshot().pauseRemaining()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void stagesAreFollowedAndFailuresUnwrapped() {
        CompletableFuture<Reply> answer = new CompletableFuture<>();
        CompletionStage<Reply> stage =
                RateLimiter.decorateCompletionStage(limiter, () -> answer).get();
        answer.complete(Reply.tooManyFor(Duration.ofSeconds(5)));

        assertThat(stage).isCompleted();
        assertThat(limiter.snapshot().state()).isEqualTo(State.PAUSED);
    }

    @Test
    void aFutureThatFailsIsNoSuccess() {
        CompletableFuture<String> answer = new CompletableFuture<>();
        CompletableFuture<String> future =
                RateLimiter.decorateFuture(limiter, () -> answer).get();
        assertThat(limiter.snapshot().lastSuccessAt()).isNull();

        answer.completeExceptionally(new IOException("broken"));

        assertThatThrownBy(future::get).isInstanceOf(ExecutionException.class);
        assertThat(limiter.snapshot().lastSuccessAt()).isNull();
        assertThat(limiter.snapshot().consecutiveFailures()).isEqualTo(1);
    }

    @Test
    void decoratorsAndRetryAroundIt() {
        AtomicInteger calls = new AtomicInteger();
        Retry retry = Retry.of(
                "api",
                RetryConfig.custom()
                        .maxAttempts(3)
                        .waitDuration(Duration.ofMillis(1))
                        .build());
        Supplier<String> decorated = Decorators.ofSupplier(() -> {
                    if (calls.incrementAndGet() < 3) {
                        throw new IllegalStateException("not yet");
                    }
                    return "third time lucky";
                })
                .withRateLimiter(limiter)
                .withCircuitBreaker(CircuitBreaker.ofDefaults("api"))
                .withRetry(retry)
                .decorate();

        assertThat(decorated.get()).isEqualTo("third time lucky");
        assertThat(limiter.snapshot().consecutiveFailures()).isZero();
        assertThatThrownBy(decorated::get).isInstanceOf(RequestNotPermitted.class);
    }

    @Test
    void itCanReplaceOneInTheirRegistry() {
        RateLimiterRegistry registry = RateLimiterRegistry.of(RateLimiterConfig.ofDefaults());
        registry.rateLimiter("api");

        registry.replace("api", limiter);

        assertThat(registry.rateLimiter("api")).isSameAs(limiter);
    }

    @Test
    void theirEventsAreRaisedAndAConsumerThatThrowsHarmsNobody() {
        List<String> events = new ArrayList<>();
        limiter.getEventPublisher()
                .onSuccess(event -> events.add("success " + event.getNumberOfPermits()))
                .onFailure(event -> events.add("failure " + event.getNumberOfPermits()));
        limiter.getEventPublisher().onEvent(event -> {
            throw new IllegalStateException("consumer");
        });

        limiter.acquirePermission(2);
        limiter.acquirePermission(2);

        assertThat(events).containsExactly("success 2", "failure 2");
        assertThat(limiter.getMetrics().getAvailablePermissions()).isEqualTo(1);
    }

    @Test
    void ourDecoratorsKnowTheCallTheAnswerBelongsTo() throws Throwable {
        assertThat(AdaptiveRateLimiter.decorateSupplier(limiter, () -> "a").get())
                .isEqualTo("a");
        assertThat(AdaptiveRateLimiter.decorateCallable(limiter, () -> "b").call())
                .isEqualTo("b");
        assertThat(AdaptiveRateLimiter.decorateFunction(limiter, (String s) -> s + "!")
                        .apply("c"))
                .isEqualTo("c!");
        assertThatThrownBy(() ->
                        AdaptiveRateLimiter.decorateRunnable(limiter, () -> {}).run())
                .isInstanceOf(RequestNotPermitted.class);
        clock.advance(Duration.ofMinutes(1));
        AdaptiveRateLimiter.decorateConsumer(limiter, (String s) -> {}).accept("d");
        AdaptiveRateLimiter.decorateCheckedRunnable(limiter, () -> {}).run();
        assertThatThrownBy(() -> AdaptiveRateLimiter.decorateCheckedSupplier(limiter, () -> {
                            throw new IOException("broken");
                        })
                        .get())
                .isInstanceOf(IOException.class);

        assertThat(limiter.snapshot().inFlight()).isZero();
        assertThat(limiter.snapshot().consecutiveFailures()).isEqualTo(1);
    }

    @Test
    void ourDecoratorsTellAnInterruptFromARefusalAndLoseNoPermit() {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> limiter.executeRunnable(() -> {}))
                    .isInstanceOf(AcquirePermissionCancelledException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(limiter.getMetrics().getAvailablePermissions()).isEqualTo(3);
    }

    @Test
    void anErrorInACallGivesTheProbesPlaceBack() {
        limiter.onResult(Reply.tooManyFor(Duration.ofSeconds(1)));
        clock.advance(Duration.ofSeconds(1));

        assertThatThrownBy(() -> limiter.executeRunnable(() -> {
                    throw new StackOverflowError();
                }))
                .isInstanceOf(StackOverflowError.class);

        assertThat(limiter.executeSupplier(() -> "next")).isEqualTo("next");
        assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);
    }

    @Test
    void completionExceptionsCountOnce() {
        limiter.onError(new CompletionException(new IOException("broken")));

        assertThat(limiter.snapshot().consecutiveFailures()).isEqualTo(1);
    }
}
