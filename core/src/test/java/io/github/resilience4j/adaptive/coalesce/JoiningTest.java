package io.github.resilience4j.adaptive.coalesce;

import static io.github.resilience4j.adaptive.coalesce.Callers.SOON;
import static io.github.resilience4j.adaptive.coalesce.Callers.untilNothingIsInFlight;
import static io.github.resilience4j.adaptive.coalesce.Callers.untilWaiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.resilience4j.adaptive.Slow;
import io.github.resilience4j.adaptive.coalesce.Callers.Caller;
import io.github.resilience4j.adaptive.outcome.SelfRejections;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Cases C1 to C3: fifty equal questions are one call, and that call is nobody's. */
class JoiningTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final AtomicLong nanos = new AtomicLong(-5);
    private final Coalescer<String, String> coalescer =
            Coalescer.of("deployments", CoalescerConfig.ofDefaults(), Map.of(), nanos::get);

    @Slow
    @Test
    void sixtyFourCallersOfAnInstantUpstreamAreOneCallARound() throws Exception {
        Coalescer<Integer, Integer> instant = Coalescer.of("instant", CoalescerConfig.ofDefaults());
        AtomicInteger calls = new AtomicInteger();
        CyclicBarrier line = new CyclicBarrier(64);
        ExecutorService threads = Executors.newFixedThreadPool(64);
        try {
            for (int round = 0; round < 300; round++) {
                int key = round;
                List<Future<Integer>> answers = new ArrayList<>();
                for (int i = 0; i < 64; i++) {
                    answers.add(threads.submit(() -> {
                        line.await();
                        return instant.get(key, MINUTE, calls::incrementAndGet);
                    }));
                }
                for (Future<Integer> answer : answers) {
                    assertThat(answer.get(10, TimeUnit.SECONDS)).isEqualTo(round + 1);
                }
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(calls).hasValue(300);
        assertThat(instant.snapshot().calls()).isEqualTo(300);
        assertThat(instant.snapshot().hits() + instant.snapshot().joins()).isEqualTo(63 * 300);
    }

    @Test
    void whoComesWhileACallIsOutJoinsItEvenIfNothingStoredIsGoodEnough() throws Exception {
        HeldCall<String> call = HeldCall.returning("first");
        List<CompletableFuture<String>> answers = Callers.start(50, () -> coalescer.get("a", Duration.ZERO, call));
        untilWaiting(coalescer, 50);

        call.release();

        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer).succeedsWithin(SOON).isEqualTo("first"));
        assertThat(call.calls()).isEqualTo(1);
        assertThat(coalescer.snapshot().joins()).isEqualTo(49);
        untilNothingIsInFlight(coalescer);
        assertThat(coalescer.get("a", Duration.ZERO, () -> "second")).isEqualTo("second");
    }

    @Test
    void otherKeysAreOtherCalls() {
        assertThat(coalescer.get("a", MINUTE, () -> "1")).isEqualTo("1");
        assertThat(coalescer.get("b", MINUTE, () -> "2")).isEqualTo("2");
    }

    @Test
    void readersOfAllAgesJoinTheSameCall() throws Exception {
        HeldCall<String> call = HeldCall.returning("shared");
        Caller<String> strict = Callers.start(() -> coalescer.get("a", Duration.ZERO, call));
        Caller<String> lax = Callers.start(() -> coalescer.get("a", MINUTE, call));
        Caller<String> ofTheConfiguration = Callers.start(() -> coalescer.get("a", call));
        untilWaiting(coalescer, 3);

        call.release();

        assertThat(strict.answer()).succeedsWithin(SOON).isEqualTo("shared");
        assertThat(lax.answer()).succeedsWithin(SOON).isEqualTo("shared");
        assertThat(ofTheConfiguration.answer()).succeedsWithin(SOON).isEqualTo("shared");
        assertThat(call.calls()).isEqualTo(1);
    }

    @Test
    void whoTimesOutEndsItsOwnWaitOnlyAndTheCallFillsTheStore() throws Exception {
        HeldCall<String> call = HeldCall.returning("late");
        Caller<String> hasty =
                Callers.start(() -> coalescer.withTimeout(Duration.ofMillis(50)).get("a", MINUTE, call));
        Caller<String> patient = Callers.start(
                () -> coalescer.withTimeout(Duration.ofSeconds(30)).get("a", MINUTE, call));

        assertThat(hasty.answer())
                .failsWithin(SOON)
                .withThrowableThat()
                .withCauseInstanceOf(CoalescerTimeoutException.class)
                .withMessageContaining("deployments")
                .withMessageContaining("PT0.05S");
        untilWaiting(coalescer, 1);
        call.release();

        assertThat(patient.answer()).succeedsWithin(SOON).isEqualTo("late");
        assertThat(coalescer.get("a", MINUTE, () -> "never")).isEqualTo("late");
        assertThat(call.calls()).isEqualTo(1);
    }

    @Test
    void aTimeoutIsNoSelfRejection() {
        HeldCall<String> call = HeldCall.returning("late");

        assertThatThrownBy(() -> coalescer.withTimeout(Duration.ZERO).get("a", call))
                .isInstanceOfSatisfying(CoalescerTimeoutException.class, timeout -> {
                    assertThat(timeout.getCoalescerName()).isEqualTo("deployments");
                    assertThat(timeout.getPatience()).isZero();
                    assertThat(SelfRejections.isSelfRejection(timeout)).isFalse();
                });
        call.release();
    }

    @Test
    void theFirstCallerIsInterruptedAndTheOthersGetTheValue() throws Exception {
        HeldCall<String> call = HeldCall.returning("value");
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        Caller<String> first = Callers.start(() -> {
            try {
                return coalescer.get("a", call);
            } finally {
                flag.complete(Thread.currentThread().isInterrupted());
            }
        });
        call.awaitStart();
        List<CompletableFuture<String>> others = Callers.start(5, () -> coalescer.get("a", call));
        untilWaiting(coalescer, 6);

        first.thread().interrupt();

        assertThat(flag).succeedsWithin(SOON).isEqualTo(true);
        assertThatExceptionOfType(CancellationException.class).isThrownBy(first.answer()::join);
        untilWaiting(coalescer, 5);
        call.release();
        assertThat(others)
                .allSatisfy(other -> assertThat(other).succeedsWithin(SOON).isEqualTo("value"));
        assertThat(call.calls()).isEqualTo(1);
    }

    @Test
    void whoIsInterruptedAlreadyIsServedFromTheStoreAndStartsNothing() throws Exception {
        coalescer.get("a", MINUTE, () -> "stored");
        HeldCall<String> call = HeldCall.returning("never");

        Caller<String> served = Callers.start(() -> {
            Thread.currentThread().interrupt();
            return coalescer.get("a", MINUTE, call);
        });
        Caller<String> refused = Callers.start(() -> {
            Thread.currentThread().interrupt();
            return coalescer.get("a", Duration.ZERO, call);
        });

        assertThat(served.answer()).succeedsWithin(SOON).isEqualTo("stored");
        assertThatExceptionOfType(CancellationException.class).isThrownBy(refused.answer()::join);
        assertThat(call.calls()).isZero();
    }

    @Test
    void whoGivesUpLeavesNothingBehind() {
        HeldCall<String> call = HeldCall.returning("late");
        for (int i = 0; i < 20_000; i++) {
            assertThatThrownBy(() -> coalescer.withTimeout(Duration.ZERO).get("a", call))
                    .isInstanceOf(CoalescerTimeoutException.class);
        }

        assertThat(coalescer.snapshot().waiting()).isZero();
        assertThat(coalescer.snapshot().timeouts()).isEqualTo(20_000);
        assertThat(coalescer.snapshot().inFlight()).isEqualTo(1);
        assertThat(coalescer.snapshot().calls()).isEqualTo(1);
        call.release();
    }

    @Test
    void allFiveDecoratorsAskTheCoalescer() throws Throwable {
        AtomicInteger calls = new AtomicInteger();
        Coalescer<String, Integer> counting =
                Coalescer.of("counting", CoalescerConfig.custom().maxAge(MINUTE).build());

        assertThat(Coalescer.decorateSupplier(counting, "a", calls::incrementAndGet)
                        .get())
                .isEqualTo(1);
        assertThat(Coalescer.decorateCallable(counting, "a", calls::incrementAndGet)
                        .call())
                .isEqualTo(1);
        assertThat(Coalescer.decorateCheckedSupplier(counting, "a", calls::incrementAndGet)
                        .get())
                .isEqualTo(1);
        assertThat(Coalescer.decorateFunction(counting, (String key) -> calls.incrementAndGet())
                        .apply("a"))
                .isEqualTo(1);
        assertThat(Coalescer.decorateCompletionStage(
                                counting, "a", () -> CompletableFuture.completedFuture(calls.incrementAndGet()))
                        .get()
                        .toCompletableFuture()
                        .get(10, TimeUnit.SECONDS))
                .isEqualTo(1);
        assertThat(counting.snapshot().hits()).isEqualTo(4);
    }

    @Test
    void callersOnVirtualThreadsWaitWithoutHoldingACarrier() throws Exception {
        var virtual = VirtualThreads.executor();
        assumeTrue(virtual.isPresent(), "this JVM has no virtual threads");
        HeldCall<String> call = HeldCall.returning("value");
        ExecutorService threads = virtual.get();
        try {
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                answers.add(threads.submit(() -> coalescer.get("a", call)));
            }
            untilWaiting(coalescer, 1_000);

            call.release();

            for (Future<String> answer : answers) {
                assertThat(answer.get(10, TimeUnit.SECONDS)).isEqualTo("value");
            }
            assertThat(call.calls()).isEqualTo(1);
        } finally {
            threads.shutdownNow();
        }
    }
}
