package io.github.resilience4j.adaptive.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.resilience4j.adaptive.outcome.Outcome.Kind;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.core.functions.CheckedSupplier;
import io.github.resilience4j.decorators.Decorators;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import io.github.resilience4j.retry.MaxRetriesExceededException;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The config inside Resilience4j's own machinery, with results and exceptions, synchronous and asynchronous. */
class RetryUnderResilience4jTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final List<GaveUp> gaveUp = new ArrayList<>();
    private final AtomicInteger attempts = new AtomicInteger();

    /** The four ways in which a failure reaches a retry. */
    enum Way {
        RESULT,
        EXCEPTION,
        ASYNC_RESULT,
        ASYNC_EXCEPTION;

        boolean throwing() {
            return this == EXCEPTION || this == ASYNC_EXCEPTION;
        }

        boolean async() {
            return this == ASYNC_RESULT || this == ASYNC_EXCEPTION;
        }
    }

    private RetryAfterAwareRetry.Builder<Object> custom() {
        return RetryAfterAwareRetry.custom()
                .outcomeClassifier(Told.CLASSIFIER)
                .backoff(IntervalFunction.of(1))
                .random(() -> 0)
                .onGaveUp(gaveUp::add);
    }

    /** Runs a call that ends with these, one after the other, the last again and again; the waits made. */
    private List<Long> run(Way way, Retry retry, List<Object> endings, CompletableFuture<Object> ending) {
        try (InstantScheduler scheduler = new InstantScheduler()) {
            List<Long> syncWaits = new ArrayList<>();
            retry.getEventPublisher()
                    .onRetry(event -> syncWaits.add(event.getWaitInterval().toMillis()));
            CheckedSupplier<Object> call = () -> {
                Object next = endings.get(Math.min(attempts.getAndIncrement(), endings.size() - 1));
                if (way.throwing()
                        && next instanceof Told told
                        && told.outcome().kind() != Kind.SUCCESS) {
                    throw told.thrown();
                }
                if (next instanceof Throwable error) {
                    throw error;
                }
                return next;
            };
            if (way.async()) {
                CompletableFuture<Object> future = Retry.<Object>decorateCompletionStage(
                                retry, scheduler, () -> stageOf(call))
                        .get()
                        .toCompletableFuture();
                complete(ending, () -> future.get(10, TimeUnit.SECONDS));
                return scheduler.delaysMillis;
            }
            complete(ending, Retry.decorateCheckedSupplier(retry, call));
            return syncWaits;
        }
    }

    private static CompletionStage<Object> stageOf(CheckedSupplier<Object> call) {
        CompletableFuture<Object> stage = new CompletableFuture<>();
        complete(stage, call);
        return stage.thenApply(it -> it); // as a client's stage: failures arrive in a CompletionException
    }

    private static void complete(CompletableFuture<Object> future, CheckedSupplier<Object> call) {
        try {
            future.complete(call.get());
        } catch (java.util.concurrent.ExecutionException e) {
            future.completeExceptionally(e.getCause());
        } catch (Throwable e) {
            future.completeExceptionally(e);
        }
    }

    private static Throwable failureOf(CompletableFuture<Object> ending) {
        Throwable failure = catchThrowable(ending::join);
        return failure instanceof CompletionException ? failure.getCause() : failure;
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void waitsOnceAsLongAsAskedThenSucceeds(Way way) {
        CompletableFuture<Object> ending = new CompletableFuture<>();

        List<Long> waits = run(
                way,
                Retry.of("r2", custom().build()),
                List.of(Told.throttled(Duration.ofMillis(20)), Told.FINE),
                ending);

        assertThat(waits).containsExactly(20L);
        assertThat(ending.join()).isEqualTo(Told.FINE);
        assertThat(attempts).hasValue(2);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void theBackoffIsTheFloorOfAHintOfZero(Way way) {
        CompletableFuture<Object> ending = new CompletableFuture<>();

        List<Long> waits = run(
                way,
                Retry.of("r2", custom().backoff(IntervalFunction.of(7)).build()),
                List.of(Told.throttled(Duration.ZERO), Told.FINE),
                ending);

        assertThat(waits).containsExactly(7L);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aHintOverTheLimitGivesTheOriginalFailureAtOnce(Way way) {
        CompletableFuture<Object> ending = new CompletableFuture<>();
        Told told = Told.throttled(HOUR);
        Retry retry = Retry.of("r3", custom().build());

        List<Long> waits = run(way, retry, List.of(told), ending);

        assertThat(waits).isEmpty();
        assertThat(attempts).hasValue(1);
        if (way.throwing()) {
            assertThat(failureOf(ending)).isInstanceOf(Told.Thrown.class);
            assertThat(gaveUp).hasSize(1).allMatch(it -> it.error() != null);
        } else {
            assertThat(ending.join()).isSameAs(told);
            assertThat(gaveUp).hasSize(1).allMatch(it -> it.result() == told);
            // What Resilience4j's own numbers say about it, and why there is an event of ours.
            assertThat(retry.getMetrics().getNumberOfSuccessfulCallsWithoutRetryAttempt())
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aHintThatGrowsOverTheLimitEndsItLater(Way way) {
        CompletableFuture<Object> ending = new CompletableFuture<>();

        List<Long> waits = run(
                way,
                Retry.of(
                        "r3", custom().maxAttempts(5).failAfterMaxAttempts(true).build()),
                List.of(Told.throttled(Duration.ofMillis(2)), Told.throttled(HOUR)),
                ending);

        assertThat(waits).containsExactly(2L);
        assertThat(attempts).hasValue(2);
        assertThat(gaveUp).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void theLastAttemptsFailureIsTheCallers(Way way) {
        CompletableFuture<Object> ending = new CompletableFuture<>();

        List<Long> waits =
                run(way, Retry.of("last", custom().maxAttempts(3).build()), List.of(Told.UNAVAILABLE), ending);

        assertThat(waits).hasSize(2);
        assertThat(attempts).hasValue(3);
        assertThat(gaveUp).isEmpty();
        if (way.throwing()) {
            assertThat(failureOf(ending)).isInstanceOf(Told.Thrown.class);
        } else {
            assertThat(ending.join()).isSameAs(Told.UNAVAILABLE);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Way.class,
            names = {"RESULT", "ASYNC_RESULT"})
    void theLastResultCanBeMadeAnException(Way way) {
        CompletableFuture<Object> ending = new CompletableFuture<>();

        run(way, Retry.of("fail", custom().failAfterMaxAttempts(true).build()), List.of(Told.UNAVAILABLE), ending);

        assertThat(failureOf(ending)).isInstanceOf(MaxRetriesExceededException.class);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void notIdempotentMeansOneAttemptUnlessTheServerDidNothing(Way way) {
        CompletableFuture<Object> ending = new CompletableFuture<>();

        run(
                way,
                Retry.of("r5", custom().idempotent(false).build()),
                List.of(Told.throttled(Duration.ZERO), Told.UNAVAILABLE, Told.FINE),
                ending);

        assertThat(attempts).hasValue(2);
        assertThat(gaveUp).extracting(GaveUp::reason).containsExactly(GaveUp.Reason.NOT_IDEMPOTENT);
    }

    @ParameterizedTest
    @EnumSource(
            value = Way.class,
            names = {"EXCEPTION", "ASYNC_EXCEPTION"})
    void ourOwnLimitersRefusalThreeDeepIsOneAttempt(Way way) {
        CompletableFuture<Object> ending = new CompletableFuture<>();
        RequestNotPermitted refusal = RequestNotPermitted.createRequestNotPermitted(RateLimiter.ofDefaults("r1"));
        Exception wrapped = new IOException(new IllegalStateException(new CompletionException(refusal)));

        run(
                way,
                Retry.of(
                        "r1",
                        custom().maxAttempts(4).retryOnException(any -> true).build()),
                List.of(wrapped),
                ending);

        assertThat(attempts).hasValue(1);
        assertThat(failureOf(ending)).isSameAs(wrapped);
        assertThat(gaveUp).isEmpty();
    }

    @Test
    void anExhaustedLimiterUnderTheRetryIsAskedOnce() {
        RateLimiter limiter = RateLimiter.of(
                "r1",
                RateLimiterConfig.custom()
                        .limitForPeriod(1)
                        .limitRefreshPeriod(HOUR)
                        .timeoutDuration(Duration.ZERO)
                        .build());
        Retry retry = Retry.of("r1", custom().maxAttempts(4).build());
        AtomicInteger refusals = new AtomicInteger();
        limiter.getEventPublisher().onFailure(event -> refusals.incrementAndGet());
        var call = Decorators.ofSupplier(attempts::incrementAndGet)
                .withRateLimiter(limiter)
                .withRetry(retry)
                .decorate();

        assertThat(call.get()).isEqualTo(1);
        assertThatThrownBy(call::get).isInstanceOf(RequestNotPermitted.class);

        assertThat(refusals).hasValue(1);
        assertThat(attempts).hasValue(1);
        assertThat(retry.getMetrics().getNumberOfFailedCallsWithoutRetryAttempt())
                .isEqualTo(1);
    }

    @Test
    void anInterruptInTheWaitKeepsTheFlagAndTheOriginalException() {
        Retry retry = interruptingInTheWait();
        Told.Thrown original = Told.throttled(Duration.ofSeconds(60)).thrown();

        Throwable failure = catchThrowable(() -> retry.executeSupplier(() -> {
            attempts.incrementAndGet();
            throw original;
        }));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(failure).isSameAs(original);
        assertThat(attempts).hasValue(1);
    }

    @Test
    void anInterruptInTheWaitKeepsTheOriginalCheckedException() {
        RetryConfig config = RetryConfig.from(
                        custom().retryExceptions(IOException.class).build())
                .build();
        Retry retry = Retry.of("r6", config);
        retry.getEventPublisher().onRetry(event -> Thread.currentThread().interrupt());
        IOException original = new IOException("original");

        Throwable failure = catchThrowable(() -> retry.executeCheckedSupplier(() -> {
            attempts.incrementAndGet();
            throw original;
        }));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(failure).isSameAs(original);
        assertThat(attempts).hasValue(1);
    }

    @Test
    void anInterruptInTheWaitAfterAResultIsACancellation() {
        Retry retry = interruptingInTheWait();

        Throwable failure = catchThrowable(() -> retry.executeSupplier(() -> {
            attempts.incrementAndGet();
            return Told.throttled(Duration.ofSeconds(60));
        }));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(failure).isInstanceOf(CancellationException.class);
        assertThat(attempts).hasValue(1);
    }

    private Retry interruptingInTheWait() {
        Retry retry = Retry.of("r6", custom().build());
        retry.getEventPublisher().onRetry(event -> Thread.currentThread().interrupt());
        return retry;
    }

    @Test
    void aCancelledCallIsNotMadeAgain() {
        Retry retry = Retry.of("cancelled", custom().build());

        assertThatThrownBy(() -> retry.executeSupplier(() -> {
                    attempts.incrementAndGet();
                    throw Told.of(Kind.CANCELLED).thrown();
                }))
                .isInstanceOf(Told.Thrown.class);
        assertThat(attempts).hasValue(1);
    }

    @Test
    void runnablesAndConsumersThatSucceedAreNoFailure() {
        Retry retry = Retry.of("runnable", custom().retryBudget(0.2).build());

        retry.executeRunnable(attempts::incrementAndGet);
        Retry.decorateConsumer(retry, any -> attempts.incrementAndGet()).accept("x");

        assertThat(attempts).hasValue(2);
    }

    @Test
    void theConsumedResultIsTheOneThatNobodyWillRead() {
        List<Object> closed = new ArrayList<>();
        Retry retry = Retry.of(
                "close",
                custom().consumeResultBeforeRetryAttempt((attempt, result) -> closed.add(attempt + " " + result))
                        .build());

        Object last = retry.executeSupplier(() -> attempts.incrementAndGet() == 2 ? Told.FINE : Told.UNAVAILABLE);

        assertThat(last).isSameAs(Told.FINE);
        assertThat(closed).containsExactly("1 " + Told.UNAVAILABLE);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void theBudgetHoldsOverManyCallers(Way way) {
        RetryConfig config = custom().retryBudget(0.2).build();
        int calls = 50;
        int retries = 0;
        for (int i = 0; i < calls; i++) {
            retries += run(way, Retry.of("budget", config), List.of(Told.UNAVAILABLE), new CompletableFuture<>())
                    .size();
        }

        assertThat(attempts).hasValue(calls + retries);
        assertThat(retries).isBetween(calls / 5, calls / 5 + RetryBudget.SAVINGS);
        assertThat(gaveUp).isNotEmpty().allMatch(it -> it.reason() == GaveUp.Reason.RETRY_BUDGET_SPENT);
    }
}
