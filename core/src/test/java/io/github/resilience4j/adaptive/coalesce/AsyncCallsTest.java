package io.github.resilience4j.adaptive.coalesce;

import static io.github.resilience4j.adaptive.coalesce.Callers.SOON;
import static io.github.resilience4j.adaptive.coalesce.Callers.untilNothingIsInFlight;
import static io.github.resilience4j.adaptive.coalesce.Callers.untilWaiting;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.coalesce.Callers.Caller;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Callers that wait without a thread. */
class AsyncCallsTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Coalescer<String, String> coalescer = Coalescer.of("deployments", CoalescerConfig.ofDefaults());
    private final CompletableFuture<String> upstream = new CompletableFuture<>();
    private final AtomicInteger calls = new AtomicInteger();

    private CompletableFuture<String> ask(Coalescer<String, String> whom) {
        return whom.getAsync("a", MINUTE, () -> {
                    calls.incrementAndGet();
                    return upstream;
                })
                .toCompletableFuture();
    }

    private List<CompletableFuture<String>> ask(int times) {
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            answers.add(ask(coalescer));
        }
        return answers;
    }

    @Test
    void tenThousandWaitWithoutAThreadEach() {
        int threads = Thread.activeCount();
        List<CompletableFuture<String>> answers = ask(10_000);
        assertThat(Thread.activeCount() - threads).isLessThan(10);
        assertThat(coalescer.snapshot().waiting()).isEqualTo(10_000);

        upstream.complete("value");

        assertThat(CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)))
                .succeedsWithin(SOON);
        assertThat(answers).allSatisfy(answer -> assertThat(answer).isCompletedWithValue("value"));
        assertThat(calls).hasValue(1);
        assertThat(coalescer.snapshot().waiting()).isZero();
    }

    @Test
    void aStoredValueIsThereAtOnce() {
        assertThat(coalescer.get("a", () -> "stored")).isEqualTo("stored");

        assertThat(ask(coalescer)).isCompletedWithValue("stored");
        assertThat(calls).hasValue(0);
    }

    @Test
    void cancellingEndsThisCallersWaitOnly() {
        List<CompletableFuture<String>> answers = ask(100);
        answers.subList(0, 99).forEach(answer -> answer.cancel(true));

        assertThat(coalescer.snapshot().waiting()).isEqualTo(1);
        assertThat(upstream).isNotDone();
        upstream.complete("value");

        assertThat(answers.get(99)).succeedsWithin(SOON).isEqualTo("value");
        assertThat(answers.get(0)).isCancelled();
    }

    @Test
    void cancelledByAllTheCallStillFillsTheStore() {
        ask(10).forEach(answer -> answer.cancel(true));
        assertThat(coalescer.snapshot().waiting()).isZero();

        upstream.complete("value");
        untilNothingIsInFlight(coalescer);

        assertThat(ask(coalescer)).isCompletedWithValue("value");
        assertThat(calls).hasValue(1);
    }

    @Test
    void whoTimesOutLeavesNothingBehind() {
        CompletableFuture<String> hasty = ask(coalescer.withTimeout(Duration.ofMillis(20)));
        CompletableFuture<String> patient = ask(coalescer);

        assertThat(hasty).failsWithin(SOON).withThrowableThat().withCauseInstanceOf(CoalescerTimeoutException.class);
        assertThat(coalescer.snapshot().waiting()).isEqualTo(1);
        assertThat(upstream.getNumberOfDependents())
                .as("one for the flight, whoever comes and goes")
                .isEqualTo(1);
        upstream.complete("value");
        assertThat(patient).succeedsWithin(SOON).isEqualTo("value");
    }

    @Test
    void blockingAndAsynchronousCallersShareACall() {
        CompletableFuture<String> asynchronous = ask(coalescer);
        Caller<String> blocking = Callers.start(() -> coalescer.get("a", () -> "never"));
        untilWaiting(coalescer, 2);

        upstream.complete("value");

        assertThat(asynchronous).succeedsWithin(SOON).isEqualTo("value");
        assertThat(blocking.answer()).succeedsWithin(SOON).isEqualTo("value");
        assertThat(calls).hasValue(1);
    }

    @Test
    void nobodyMeetsTheFutureOfTheCallItself() {
        CompletableFuture<String> vandal = ask(coalescer);
        CompletableFuture<String> other = ask(coalescer);

        vandal.obtrudeValue("forged");
        upstream.complete("value");

        assertThat(other).succeedsWithin(SOON).isEqualTo("value");
        assertThat(ask(coalescer)).isCompletedWithValue("value");
    }

    @Test
    void aCallbackThatBlocksHoldsUpNobodyWhoWaitsWithAThread() {
        CountDownLatch hold = new CountDownLatch(1);
        var blocked = ask(coalescer).thenAccept(value -> {
            try {
                hold.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Caller<String> blocking = Callers.start(() -> coalescer.get("a", () -> "never"));
        untilWaiting(coalescer, 2);

        upstream.complete("value");

        assertThat(blocking.answer()).succeedsWithin(SOON).isEqualTo("value");
        hold.countDown();
        assertThat(blocked).succeedsWithin(SOON);
    }

    @Test
    void aRefreshGoesPastTheStore() {
        coalescer.get("a", () -> "old");

        assertThat(coalescer
                        .refreshAsync("a", () -> CompletableFuture.completedFuture("new"))
                        .toCompletableFuture())
                .succeedsWithin(SOON)
                .isEqualTo("new");
        assertThat(ask(coalescer)).isCompletedWithValue("new");
    }

    @Test
    void aRefusalIsAFailedStage() {
        coalescer.close();

        assertThat(ask(coalescer))
                .failsWithin(SOON)
                .withThrowableThat()
                .withCauseInstanceOf(CoalescerRefusedException.class);
    }
}
