package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/**
 * What every operator promises, whatever library it is for: each subscription is one call that waits without a thread, is
 * held by pauses, is known to the limiter, and is gone when disposed. One subclass for each kind of source.
 */
public abstract class SubscriptionsKit {

    protected static final Duration SOON = Duration.ofSeconds(10);

    private final FakeClock clock = new FakeClock();
    protected final AdaptiveRateLimiter limiter = limiter(10, 2, Duration.ofHours(1), clock);
    protected final Upstream upstream = new Upstream();

    /**
     * Puts the operator behind a source of the library.
     *
     * @return subscribes, once each time; completes with all elements or fails with the error, and if it is cancelled the
     *     subscription is disposed of
     */
    protected abstract Supplier<CompletableFuture<List<Object>>> assemble(
            AdaptiveRateLimiter over, int permits, Upstream source);

    /** What a call of this kind answers with: its one element if it can have one. */
    protected List<Object> answer() {
        return List.of(Reply.OK);
    }

    /** What the library's source stands for. It ends when the test says so, for all who subscribe. */
    public static final class Upstream {
        private final CompletableFuture<List<Object>> end = new CompletableFuture<>();
        private final AtomicInteger subscriptions = new AtomicInteger();
        private final AtomicInteger disposals = new AtomicInteger();

        /** The library's source is subscribed to: it ends as this does, and if it is disposed of it cancels this. */
        public CompletableFuture<List<Object>> subscribed() {
            subscriptions.incrementAndGet();
            CompletableFuture<List<Object>> call = new CompletableFuture<>();
            var unused = end.whenComplete((elements, error) -> {
                if (error == null) {
                    call.complete(elements);
                } else {
                    call.completeExceptionally(error);
                }
            });
            var unusedToo = call.whenComplete((elements, error) -> {
                if (call.isCancelled()) {
                    disposals.incrementAndGet();
                }
            });
            return call;
        }

        void endsWith(List<Object> elements) {
            end.complete(elements);
        }
    }

    private static AdaptiveRateLimiter limiter(int limit, double burst, Duration period, LongSupplier nanoTime) {
        return AdaptiveRateLimiter.of(
                "api",
                AdaptiveRateLimiterConfig.custom()
                        .limitForPeriod(limit)
                        .limitRefreshPeriod(period)
                        .burst(burst)
                        .timeoutDuration(Duration.ofDays(100))
                        .outcomeClassifier(Reply.CLASSIFIER)
                        .build(),
                Map.of(),
                nanoTime);
    }

    protected CompletableFuture<List<Object>> subscribe(AdaptiveRateLimiter over) {
        return assemble(over, 1, upstream).get();
    }

    private List<CompletableFuture<List<Object>>> subscribe(AdaptiveRateLimiter over, int times) {
        return Stream.generate(assemble(over, 1, upstream)).limit(times).toList();
    }

    private static ConditionFactory soon() {
        return await().atMost(SOON).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1));
    }

    private static void dispose(List<CompletableFuture<List<Object>>> subscriptions) {
        subscriptions.forEach(subscription -> subscription.cancel(true));
    }

    @Test
    void theAnswerIsPassedOnAndHeard() {
        upstream.endsWith(answer());

        assertThat(subscribe(limiter)).succeedsWithin(SOON).isEqualTo(answer());

        assertThat(limiter.snapshot().inFlight()).isZero();
        assertThat(limiter.snapshot().lastSuccessAt()).isNotNull();
        assertThat(limiter.getMetrics().getAvailablePermissions()).isEqualTo(1);
    }

    @Test
    void anErrorIsPassedOnAndCounted() {
        IOException broken = new IOException("broken");
        upstream.end.completeExceptionally(broken);
        CompletableFuture<List<Object>> subscriber = subscribe(limiter);

        assertThatThrownBy(() -> subscriber.get(10, TimeUnit.SECONDS)).cause().isSameAs(broken);

        assertThat(limiter.snapshot().consecutiveFailures()).isEqualTo(1);
        assertThat(limiter.snapshot().inFlight()).isZero();
    }

    @Test
    void eachSubscriptionIsOneCall() {
        upstream.endsWith(answer());
        Supplier<CompletableFuture<List<Object>>> assembly = assemble(limiter, 1, upstream);
        assertThat(limiter.getMetrics().getAvailablePermissions()).isEqualTo(2);

        assertThat(assembly.get()).succeedsWithin(SOON);
        assertThat(assembly.get()).succeedsWithin(SOON);

        assertThat(limiter.getMetrics().getAvailablePermissions()).isZero();
        assertThat(upstream.subscriptions).hasValue(2);
    }

    @Test
    void aCallMayWeighSeveralPermits() {
        upstream.endsWith(answer());

        assertThat(assemble(limiter, 2, upstream).get()).succeedsWithin(SOON);

        assertThat(limiter.getMetrics().getAvailablePermissions()).isZero();
    }

    @Test
    void tooManyPermitsAreAnErrorOfTheSubscription() {
        CompletableFuture<List<Object>> subscriber =
                assemble(limiter, 11, upstream).get();

        assertThatThrownBy(() -> subscriber.get(10, TimeUnit.SECONDS))
                .hasCauseInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aRefusalReachesTheSubscriberAndNotTheSource() {
        limiter.stop("test");
        CompletableFuture<List<Object>> subscriber = subscribe(limiter);

        assertThatThrownBy(() -> subscriber.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(RequestNotPermitted.class);

        assertThat(upstream.subscriptions).hasValue(0);
        assertThat(limiter.snapshot().consecutiveFailures()).isZero();
    }

    @Test
    void aLateRefusalOfACallSentBeforeTheCutDoesNotCutAgain() {
        CompletableFuture<List<Object>> late = upstream.end;
        CompletableFuture<List<Object>> first = subscribe(limiter);
        limiter.tryAcquire(1).orElseThrow().onResult(Reply.tooManyFor(Duration.ofSeconds(5)));
        clock.advance(Duration.ofSeconds(5));
        limiter.tryAcquire(1).orElseThrow().onResult(Reply.OK);
        assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);

        late.completeExceptionally(new Reply.Thrown(Reply.TOO_MANY));

        assertThat(first).failsWithin(SOON);
        assertThat(limiter.snapshot().throttledCalls()).isEqualTo(2);
        assertThat(limiter.snapshot().congestionEvents()).isEqualTo(1);
        assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);
    }

    @Test
    void disposedWhileWaitingTheSourceIsNeverSubscribedTo() {
        AdaptiveRateLimiter exhausted = Limiters.exhausted();
        List<CompletableFuture<List<Object>>> waiting = subscribe(exhausted, 100);
        assertThat(exhausted.snapshot().waiting()).isEqualTo(100);
        int inFlight = exhausted.snapshot().inFlight();

        dispose(waiting);
        assertThat(exhausted.snapshot().waiting()).isZero();
        exhausted.changeLimitForPeriod(360_000);

        soon().until(() -> exhausted.tryAcquire(1).isPresent());
        assertThat(upstream.subscriptions).hasValue(0);
        assertThat(exhausted.snapshot().inFlight()).isEqualTo(inFlight + 1);
    }

    @Test
    void disposedInFlightCountsAsSentAndCancelled() {
        CompletableFuture<List<Object>> subscriber = subscribe(limiter);
        soon().until(() -> upstream.subscriptions.get() == 1);
        assertThat(limiter.snapshot().inFlight()).isEqualTo(1);

        subscriber.cancel(true);

        assertThat(upstream.disposals).hasValue(1);
        assertThat(limiter.snapshot().inFlight()).isZero();
        assertThat(limiter.snapshot().consecutiveFailures()).isZero();
        assertThat(limiter.snapshot().lastSuccessAt()).isNull();
        assertThat(limiter.getMetrics().getAvailablePermissions()).isEqualTo(1);
    }

    @Test
    void aPauseThatBeganWhileItWaitedHoldsIt() {
        upstream.endsWith(answer());
        AdaptiveRateLimiter slow = limiter(2, 1, Duration.ofSeconds(1), System::nanoTime);
        assertThat(slow.tryAcquirePermission()).isZero();
        CompletableFuture<List<Object>> waiting = subscribe(slow);

        slow.pause(Duration.ofHours(1));
        await().during(Duration.ofMillis(800)).until(() -> upstream.subscriptions.get() == 0);
        slow.resume();

        assertThat(waiting).succeedsWithin(SOON);
        assertThat(slow.snapshot().state()).isEqualTo(State.RUNNING);
    }

    @Test
    void aThousandWaitWithoutAThreadEach() {
        AdaptiveRateLimiter exhausted = Limiters.exhausted();
        int threads = Thread.activeCount();

        List<CompletableFuture<List<Object>>> waiting = subscribe(exhausted, 1000);

        assertThat(exhausted.snapshot().waiting()).isEqualTo(1000);
        assertThat(Thread.activeCount() - threads).isLessThan(20);
        dispose(waiting);
    }

    @Test
    void thoseWhoWaitLeaveInTheOrderTheyCame() {
        upstream.endsWith(answer());
        AdaptiveRateLimiter slow = Limiters.perSecond(100, 1);
        assertThat(slow.acquirePermission(20)).isTrue();
        ConcurrentLinkedQueue<Integer> order = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 10; i++) {
            int number = i;
            var unused = subscribe(slow).thenRun(() -> order.add(number));
        }

        soon().until(() -> order.size() == 10);
        assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    @Test
    void subscribersThatComeAndGoLeaveNothingBehind() {
        upstream.endsWith(answer());
        AdaptiveRateLimiter fast = limiter(1_000_000, 50, Duration.ofSeconds(1), System::nanoTime);
        Supplier<CompletableFuture<List<Object>>> assembly = assemble(fast, 1, upstream);

        for (int round = 0; round < 5_000; round++) {
            assembly.get().cancel(true);
        }

        soon().until(() -> fast.snapshot().inFlight() == 0);
        assertThat(fast.snapshot().waiting()).isZero();
    }

    /** A permit that comes in the moment in which its subscriber leaves is used or goes back. */
    @RepeatedTest(20)
    void noPermitIsLostBetweenComingAndLeaving() {
        AdaptiveRateLimiter bucket = limiter(200, 200, Duration.ofHours(1), clock);
        Permit all = bucket.tryAcquire(200).orElseThrow();
        List<CompletableFuture<List<Object>>> waiting = new ArrayList<>(subscribe(bucket, 200));
        Collections.reverse(waiting);

        CompletableFuture<Void> leaving = CompletableFuture.runAsync(() -> dispose(waiting));
        all.release();

        assertThat(leaving).succeedsWithin(SOON);
        soon().until(() -> bucket.snapshot().inFlight() == 0);
        assertThat(bucket.snapshot().waiting()).isZero();
        soon().until(() -> bucket.getMetrics().getAvailablePermissions() == 200 - upstream.subscriptions.get());
    }
}
