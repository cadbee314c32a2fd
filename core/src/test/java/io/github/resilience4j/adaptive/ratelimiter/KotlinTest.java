package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.kotlin.ratelimiter.FlowRateLimiterKt;
import io.github.resilience4j.kotlin.ratelimiter.RateLimiterKt;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlin.jvm.functions.Function1;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.GlobalScope;
import kotlinx.coroutines.SupervisorKt;
import kotlinx.coroutines.flow.FlowKt;
import kotlinx.coroutines.future.FutureKt;
import org.junit.jupiter.api.Test;

/**
 * Suspend functions, called from Java as a Kotlin compiler would call them: with Resilience4j's Kotlin module, and by the
 * recipe of the page. In a plain {@code coroutineScope} the failing call would cancel the one that waits for it, and the
 * limiter would hear of a cancellation instead of the failure.
 */
class KotlinTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    private final AtomicInteger calls = new AtomicInteger();
    private final AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of(
            "api",
            AdaptiveRateLimiterConfig.custom()
                    .limitForPeriod(10)
                    .burst(3)
                    .timeoutDuration(Duration.ZERO)
                    .outcomeClassifier(Reply.CLASSIFIER)
                    .build());

    private Object counted(Object answer) {
        calls.incrementAndGet();
        return answer;
    }

    private static Object runBlocking(Function1<Continuation<Object>, Object> suspending) throws InterruptedException {
        return BuildersKt.runBlocking(
                EmptyCoroutineContext.INSTANCE, (scope, continuation) -> suspending.invoke(continuation));
    }

    /** {@code supervisorScope { executeCompletionStage { future { call() } }.await() }}, in a coroutine of its own. */
    private static CompletableFuture<Object> byTheRecipe(
            AdaptiveRateLimiter over, Function1<Continuation<Object>, Object> call) {
        return FutureKt.future(
                GlobalScope.INSTANCE,
                Dispatchers.getUnconfined(),
                CoroutineStart.DEFAULT,
                (outer, ended) -> SupervisorKt.supervisorScope(
                        (scope, then) -> FutureKt.await(
                                over.<Object>executeCompletionStage(() -> FutureKt.future(
                                        scope,
                                        EmptyCoroutineContext.INSTANCE,
                                        CoroutineStart.DEFAULT,
                                        (inner, own) -> call.invoke(own))),
                                then),
                        ended));
    }

    @Test
    void theirSuspendFunctionTakesAPermitAndTellsHowItEnded() throws InterruptedException {
        assertThat(runBlocking(then -> RateLimiterKt.executeSuspendFunction(
                        limiter, call -> Reply.tooManyFor(Duration.ofSeconds(5)), then)))
                .isInstanceOf(Reply.class);

        assertThat(limiter.snapshot().throttledCalls()).isEqualTo(1);
        assertThat(limiter.snapshot().inFlight()).isZero();
        assertThatThrownBy(() -> runBlocking(
                        then -> RateLimiterKt.executeSuspendFunction(limiter, call -> counted("never"), then)))
                .isInstanceOf(RequestNotPermitted.class);
        assertThat(calls).hasValue(0);
    }

    @Test
    void theirFlowTakesAPermitForEachCollectionAndTellsNothing() throws InterruptedException {
        Object collected = runBlocking(then -> FlowKt.toList(
                FlowRateLimiterKt.rateLimiter(FlowKt.asFlow(List.of(Reply.OK, Reply.TOO_MANY)), limiter),
                new ArrayList<>(),
                then));

        assertThat(collected).isEqualTo(List.of(Reply.OK, Reply.TOO_MANY));
        assertThat(limiter.getMetrics().getAvailablePermissions()).isEqualTo(2);
        assertThat(limiter.snapshot().throttledCalls()).isZero();
        assertThat(limiter.snapshot().lastSuccessAt()).isNull();
    }

    @Test
    void byTheRecipeTheAnswerAndTheErrorAreHeard() {
        assertThat(byTheRecipe(limiter, call -> Reply.OK)).succeedsWithin(SOON).isEqualTo(Reply.OK);
        CompletableFuture<Object> failed = byTheRecipe(
                limiter, call -> FutureKt.await(CompletableFuture.failedFuture(new IOException("broken")), call));

        assertThat(failed).failsWithin(SOON).withThrowableThat().withRootCauseInstanceOf(IOException.class);
        assertThat(limiter.snapshot().lastSuccessAt()).isNotNull();
        assertThat(limiter.snapshot().consecutiveFailures()).isEqualTo(1);
        assertThat(limiter.snapshot().inFlight()).isZero();
    }

    @Test
    void byTheRecipeACoroutineCancelledWhileItWaitsIsNeverSentAndLosesNoPermit() {
        AdaptiveRateLimiter exhausted = Limiters.exhausted();
        CompletableFuture<Object> waiting = byTheRecipe(exhausted, call -> counted("never"));
        assertThat(exhausted.snapshot().waiting()).isEqualTo(1);

        waiting.cancel(true);

        await().atMost(SOON).until(() -> exhausted.snapshot().waiting() == 0);
        exhausted.changeLimitForPeriod(360_000);
        await().atMost(SOON).until(() -> exhausted.tryAcquirePermission() == 0);
        assertThat(calls).hasValue(0);
    }

    @Test
    void byTheRecipeAPauseThatBeganWhileItWaitedHoldsIt() {
        AdaptiveRateLimiter slow = Limiters.perSecond(2, 1);
        assertThat(slow.tryAcquirePermission()).isZero();
        CompletableFuture<Object> waiting = byTheRecipe(slow, call -> counted(Reply.OK));

        slow.pause(Duration.ofSeconds(20));
        await().during(Duration.ofMillis(800)).until(() -> calls.get() == 0);
        slow.resume();

        assertThat(waiting).succeedsWithin(SOON).isEqualTo(Reply.OK);
    }

    @Test
    void byTheRecipeACoroutineCancelledInFlightIsCancelledAndCountsAsSent() {
        CompletableFuture<Object> never = new CompletableFuture<>();
        CompletableFuture<Object> running = byTheRecipe(limiter, call -> FutureKt.await(never, call));
        await().atMost(SOON).until(() -> limiter.snapshot().inFlight() == 1);

        running.cancel(true);

        await().atMost(SOON).until(() -> limiter.snapshot().inFlight() == 0);
        assertThat(never).isCancelled();
        assertThat(limiter.snapshot().consecutiveFailures()).isZero();
        assertThat(limiter.getMetrics().getAvailablePermissions()).isEqualTo(2);
    }
}
