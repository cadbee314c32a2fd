package io.github.resilience4j.adaptive.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.adaptive.Slow;
import io.github.resilience4j.adaptive.client.OutgoingCall.AsyncWire;
import io.github.resilience4j.adaptive.client.OutgoingCall.Wire;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.adaptive.retry.RetryAfterAwareRetry;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import io.github.resilience4j.retry.MaxRetriesExceededException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The life of a call, without a client. */
@Slow
@Timeout(30)
class OutgoingCallTest {

    private static final Duration SOON = Duration.ofSeconds(10);
    private static final ResponseView FINE = ResponseView.of(200, Map.of(), "");
    private static final ResponseView DOWN = ResponseView.of(503, Map.of(), "");

    private final AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of(
            "api",
            AdaptiveRateLimiterConfig.custom()
                    .limitForPeriod(10)
                    .limitRefreshPeriod(Duration.ofHours(1))
                    .burst(10)
                    .timeoutDuration(Duration.ofHours(2))
                    .build());

    @AfterEach
    void close() {
        limiter.close();
    }

    private static final class Script implements Wire<ResponseView, IOException> {

        final Queue<ResponseView> answers = new ArrayDeque<>();
        final List<ResponseView> discarded = new ArrayList<>();
        boolean repeatable = true;
        int sent;

        Script(ResponseView... answers) {
            this.answers.addAll(List.of(answers));
        }

        @Override
        public ResponseView send(Permit permit) {
            sent++;
            return answers.remove();
        }

        @Override
        public boolean isRepeatable() {
            return repeatable;
        }

        @Override
        public void discard(ResponseView response) {
            discarded.add(response);
        }
    }

    private OutgoingCall call(String method, RetryAfterAwareRetry.Builder<?> retry) {
        return OutgoingCalls.custom(limiter).retry(retry).build().begin(SentRequest.to(method, "http://localhost/"));
    }

    private OutgoingCall call() {
        return OutgoingCalls.of(limiter).begin(SentRequest.to("GET", "http://localhost/"));
    }

    private static RetryAfterAwareRetry.Builder<Object> retry() {
        return RetryAfterAwareRetry.custom().backoff(IntervalFunction.of(1));
    }

    private int left() {
        return limiter.getMetrics().getAvailablePermissions();
    }

    @Test
    void whatNobodySeesIsDiscarded() throws Exception {
        Script script = new Script(DOWN, DOWN, FINE);

        assertThat(call("GET", retry()).send(script)).isSameAs(FINE);

        assertThat(script.discarded).containsExactly(DOWN, DOWN);
        assertThat(left()).isEqualTo(7);
    }

    @Test
    void whatCanBeSentOnlyOnceIsNotRepeated() throws Exception {
        Script script = new Script(DOWN);
        script.repeatable = false;

        assertThat(call("GET", retry()).send(script)).isSameAs(DOWN);

        assertThat(script.discarded).isEmpty();
    }

    @Test
    void anAnswerThatBecomesAnExceptionIsDiscarded() {
        Script script = new Script(DOWN, DOWN);

        assertThatThrownBy(() -> call("GET", retry().maxAttempts(2).failAfterMaxAttempts(true))
                        .send(script))
                .isInstanceOf(MaxRetriesExceededException.class);

        assertThat(script.discarded).containsExactly(DOWN, DOWN);
    }

    @Test
    void anAnswerIsDiscardedWhereTheUsersOwnBackoffThrows() {
        Script script = new Script(DOWN);
        RetryAfterAwareRetry.Builder<Object> retry = retry().backoff(attempt -> {
            throw new IllegalStateException("no backoff");
        });

        assertThatThrownBy(() -> call("GET", retry).send(script)).hasMessage("no backoff");

        assertThat(script.discarded).containsExactly(DOWN);
    }

    @Test
    void anInterruptEndsTheWaitForAPermit() {
        Permit all = limiter.tryAcquire(10).orElseThrow();

        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> call().send(permit -> FINE)).isInstanceOf(InterruptedException.class);

        assertThat(Thread.interrupted()).isFalse();
        all.release();
        assertThat(left()).isEqualTo(10);
    }

    @Test
    void anInterruptEndsTheWaitForTheNextAttempt() {
        OutgoingCall call = call("GET", retry().backoff(IntervalFunction.of(60_000)));

        assertThatThrownBy(() -> call.send(permit -> {
                    Thread.currentThread().interrupt();
                    return DOWN;
                }))
                .isInstanceOf(InterruptedException.class);

        assertThat(left()).isEqualTo(9);
    }

    @Test
    void aCancelledWaitEndsTheCallOfAThread() {
        Permit all = limiter.tryAcquire(10).orElseThrow();
        AtomicReference<Future<?>> wait = new AtomicReference<>();
        CompletableFuture<ClientKit.Answer> made = ClientKit.onAThread(() -> {
            call().send(permit -> FINE, wait::set);
            return new ClientKit.Answer(200, "");
        });
        await().atMost(SOON).until(() -> limiter.snapshot().waiting() == 1);

        wait.get().cancel(false);

        assertThat(made).failsWithin(SOON).withThrowableThat().isInstanceOf(CancellationException.class);
        all.release();
        assertThat(left()).isEqualTo(10);
    }

    @Test
    void cancelledBetweenAttemptsNothingMoreIsSent() {
        Script script = new Script(DOWN, FINE);
        CompletableFuture<ResponseView> result = call("GET", retry().backoff(IntervalFunction.of(60_000)))
                .sendAsync(permit -> CompletableFuture.completedFuture(script.send(permit)));

        assertThat(result.cancel(true)).isTrue();

        assertThat(script.sent).isEqualTo(1);
        assertThat(limiter.snapshot().inFlight()).isZero();
    }

    @Test
    void anAnswerThatComesTooLateIsDiscarded() {
        List<ResponseView> discarded = new ArrayList<>();
        CompletableFuture<ResponseView> answer = new CompletableFuture<>();
        CompletableFuture<ResponseView> result = call().sendAsync(new AsyncWire<>() {
            @Override
            public CompletionStage<ResponseView> send(Permit permit) {
                return answer.minimalCompletionStage();
            }

            @Override
            public void discard(ResponseView response) {
                discarded.add(response);
            }
        });

        result.cancel(true);
        answer.complete(FINE);

        assertThat(discarded).containsExactly(FINE);
        assertThat(limiter.snapshot().inFlight()).isZero();
    }

    @Test
    void aRefusalIsTheEnd() {
        limiter.stop("maintenance");

        assertThat(call("GET", retry()).sendAsync(permit -> CompletableFuture.completedFuture(FINE)))
                .failsWithin(SOON)
                .withThrowableThat()
                .withCauseInstanceOf(RequestNotPermitted.class);
    }

    /** A cancellation that meets the change from one attempt to the next cancels whichever is there. */
    @RepeatedTest(100)
    void noCancellationIsLostBetweenTwoAttempts(RepetitionInfo repetition) {
        CompletableFuture<ResponseView> unanswered = new CompletableFuture<>();
        AtomicInteger sent = new AtomicInteger();
        CompletableFuture<ResponseView> result = call("GET", retry().backoff(attempt -> 0L))
                .sendAsync(
                        permit -> sent.incrementAndGet() == 1 ? CompletableFuture.completedFuture(DOWN) : unanswered);
        for (int i = 0; i < repetition.getCurrentRepetition() * 20; i++) {
            Thread.onSpinWait();
        }

        result.cancel(true);

        await().atMost(SOON)
                .until(() -> limiter.snapshot().inFlight() == 0
                        && limiter.snapshot().waiting() == 0
                        && unanswered.isCancelled() == (sent.get() == 2));
    }

    /** Permits that come with callers that leave: every one is either used or given back. */
    @RepeatedTest(50)
    void noPermitIsLostBetweenThoseThatComeAndThoseThatLeave() {
        Permit all = limiter.tryAcquire(10).orElseThrow();
        List<CompletableFuture<ResponseView>> calls = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            calls.add(call().sendAsync(permit -> {
                permit.release();
                return CompletableFuture.completedFuture(FINE);
            }));
        }
        CompletableFuture<Void> leaving = CompletableFuture.runAsync(() -> calls.forEach(one -> one.cancel(true)));

        all.release();

        assertThat(leaving).succeedsWithin(SOON);
        await().atMost(SOON).until(() -> limiter.snapshot().waiting() == 0 && left() == 10);
        assertThat(limiter.snapshot().inFlight()).isZero();
    }
}
