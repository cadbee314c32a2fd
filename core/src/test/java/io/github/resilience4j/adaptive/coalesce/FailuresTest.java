package io.github.resilience4j.adaptive.coalesce;

import static io.github.resilience4j.adaptive.coalesce.Callers.SOON;
import static io.github.resilience4j.adaptive.coalesce.Callers.untilNothingIsInFlight;
import static io.github.resilience4j.adaptive.coalesce.Callers.untilWaiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.Slow;
import io.github.resilience4j.adaptive.outcome.SelfRejections;
import io.github.resilience4j.core.functions.CheckedSupplier;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Cases C7 to C10: whatever goes wrong, all wake, the key is usable and nothing is in flight. */
class FailuresTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);

    private Coalescer<String, String> coalescer(CoalescerConfig.Builder config) {
        return Coalescer.of("deployments", config.build(), Map.of(), nanos::get);
    }

    private Coalescer<String, String> coalescer() {
        return coalescer(CoalescerConfig.custom());
    }

    @Test
    void aFailingCallIsMadeOnceAndEachCallerGetsAnExceptionOfItsOwn() {
        Coalescer<String, String> coalescer = coalescer();
        IOException broken = new IOException("broken");
        HeldCall<String> call = HeldCall.answering(() -> {
            throw broken;
        });
        List<CompletableFuture<String>> answers = Callers.start(20, () -> coalescer.get("a", call));
        untilWaiting(coalescer, 20);

        call.release();

        List<Throwable> failures = answers.stream()
                .map(answer -> answer.handle((value, error) -> error).join())
                .toList();
        assertThat(failures)
                .doesNotHaveDuplicates()
                .allSatisfy(failure -> assertThat(failure)
                        .isInstanceOf(CoalescedCallException.class)
                        .hasFieldOrPropertyWithValue("coalescerName", coalescer.getName())
                        .hasCause(broken));
        assertThat(call.calls()).isEqualTo(1);
        assertThat(coalescer.snapshot().failedCalls()).isEqualTo(1);
    }

    @Slow
    @Test
    void whoRetriesAtOnceFindsAFreeKey() {
        Coalescer<String, String> coalescer = coalescer();
        for (int i = 0; i < 1_000; i++) {
            assertThatThrownBy(() -> coalescer.get("a", () -> {
                        throw new IOException("broken");
                    }))
                    .hasRootCauseInstanceOf(IOException.class);
            assertThat(coalescer.snapshot().inFlight()).isZero();
            assertThat(coalescer.get("a", () -> "well")).isEqualTo("well");
        }
        assertThat(coalescer.snapshot().calls()).isEqualTo(2_000);
    }

    @Test
    void anAsynchronousRetryInACallbackFindsAFreeKey() {
        Coalescer<String, String> coalescer = coalescer();

        CompletableFuture<String> retried = coalescer
                .getAsync("a", Duration.ZERO, () -> CompletableFuture.failedFuture(new IOException("broken")))
                .exceptionallyCompose(
                        e -> coalescer.getAsync("a", Duration.ZERO, () -> CompletableFuture.completedFuture("well")))
                .toCompletableFuture();

        assertThat(retried).succeedsWithin(SOON).isEqualTo("well");
    }

    @Test
    void errorsWakeAllAndTheNextReadLoads() {
        Coalescer<String, String> coalescer = coalescer();
        HeldCall<String> endless = HeldCall.answering(() -> overflow(0));
        List<CompletableFuture<String>> answers = Callers.start(10, () -> coalescer.get("a", endless));
        untilWaiting(coalescer, 10);

        endless.release();

        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer)
                        .failsWithin(SOON)
                        .withThrowableThat()
                        .withRootCauseInstanceOf(StackOverflowError.class));
        assertThat(coalescer.get("a", () -> "well")).isEqualTo("well");
        untilNothingIsInFlight(coalescer);
    }

    @SuppressWarnings("InfiniteRecursion")
    private static String overflow(long depth) {
        return overflow(depth + 1) + depth;
    }

    @Test
    void aNullIsPassedOnAndTheNextReadLoads() {
        Coalescer<String, String> coalescer = coalescer(CoalescerConfig.custom().maxAge(MINUTE));

        assertThat(coalescer.get("a", () -> null)).isNull();
        assertThat(coalescer.get("a", () -> "there")).isEqualTo("there");
        assertThat(coalescer.get("a", () -> "never")).isEqualTo("there");
    }

    @Test
    void aNewerNullTakesAwayTheOlderValue() {
        Coalescer<String, String> coalescer = coalescer(CoalescerConfig.custom().maxAge(MINUTE));
        coalescer.get("a", () -> "there");

        assertThat(coalescer.refresh("a", () -> null)).isNull();

        assertThat(coalescer.get("a", () -> "new")).isEqualTo("new");
    }

    @Test
    void aNullIsAValueIfTheConfigurationSaysSo() {
        Coalescer<String, String> coalescer =
                coalescer(CoalescerConfig.custom().maxAge(MINUTE).nullPolicy(NullPolicy.STORE));

        assertThat(coalescer.get("a", () -> null)).isNull();
        assertThat(coalescer.get("a", () -> "never")).isNull();
        assertThat(coalescer.snapshot().hits()).isEqualTo(1);
    }

    @Test
    void aNullIsAFailureIfTheConfigurationSaysSo() {
        Coalescer<String, String> coalescer = coalescer(CoalescerConfig.custom().nullPolicy(NullPolicy.REFUSE));

        assertThatThrownBy(() -> coalescer.get("a", () -> null))
                .isInstanceOf(CoalescedCallException.class)
                .hasRootCauseInstanceOf(NullPointerException.class);
    }

    @Test
    void anExecutorThatRefusesLeavesTheKeyUsable() {
        AtomicInteger tasks = new AtomicInteger();
        Coalescer<String, String> coalescer = coalescer(CoalescerConfig.custom().executor(task -> {
            if (tasks.getAndIncrement() == 0) {
                throw new RejectedExecutionException("no");
            }
            task.run();
        }));

        assertThatThrownBy(() -> coalescer.get("a", () -> "never"))
                .isInstanceOf(CoalescedCallException.class)
                .hasCauseInstanceOf(RejectedExecutionException.class);
        assertThat(coalescer.snapshot().inFlight()).isZero();
        assertThat(coalescer.get("a", () -> "well")).isEqualTo("well");
    }

    @Test
    void aTaskThatWasDroppedIsReplacedOnceItIsBeyondTheFlightAge() {
        AtomicInteger tasks = new AtomicInteger();
        Coalescer<String, String> coalescer = coalescer(CoalescerConfig.custom()
                        .maxFlightAge(Duration.ofSeconds(5))
                        .executor(task -> {
                            if (tasks.getAndIncrement() > 0) {
                                task.run();
                            }
                        }))
                .withTimeout(Duration.ofMillis(20));

        assertThatThrownBy(() -> coalescer.get("a", () -> "dropped")).isInstanceOf(CoalescerTimeoutException.class);
        nanos.addAndGet(Duration.ofSeconds(5).toNanos());
        assertThatThrownBy(() -> coalescer.get("a", () -> "joins")).isInstanceOf(CoalescerTimeoutException.class);
        nanos.addAndGet(1);

        assertThat(coalescer.get("a", () -> "well")).isEqualTo("well");
        assertThat(coalescer.snapshot().inFlight()).isZero();
    }

    @Slow
    @Test
    void tenThousandHangingKeysAreBoundedAndLostOnesGiveTheirPlacesBack() {
        Coalescer<Integer, String> coalescer = Coalescer.<Integer, String>of(
                        "hanging",
                        CoalescerConfig.custom().executor(dropped -> {}).build(),
                        Map.of(),
                        nanos::get)
                .withTimeout(Duration.ZERO);
        int refused = 0;
        for (int key = 0; key < 10_000; key++) {
            int asked = key;
            try {
                coalescer.get(asked, () -> "never");
            } catch (CoalescerRefusedException e) {
                refused++;
                assertThat(e)
                        .hasMessageContaining("'hanging'")
                        .hasMessageContaining("1000 calls are in flight")
                        .hasMessageContaining("maxInFlight is 1000");
                assertThat(SelfRejections.isSelfRejection(e)).isTrue();
            } catch (CoalescerTimeoutException e) {
                assertThat(asked).isLessThan(1_000);
            }
        }
        assertThat(refused).isEqualTo(9_000);
        assertThat(coalescer.snapshot().inFlight()).isEqualTo(1_000);
        assertThat(coalescer.snapshot().refused()).isEqualTo(9_000);

        nanos.addAndGet(Duration.ofSeconds(60).toNanos() + 1);
        assertThatThrownBy(() -> coalescer.get(77_777, () -> "never")).isInstanceOf(CoalescerTimeoutException.class);
        assertThat(coalescer.snapshot().inFlight()).isEqualTo(1);
    }

    @Test
    void whatALostCallBringsAfterAllIsGivenToItsCallersAndNotStored() throws Exception {
        Coalescer<String, String> coalescer = coalescer(CoalescerConfig.custom());
        HeldCall<String> lost = HeldCall.returning("old");
        var joined = Callers.start(() -> coalescer.get("a", MINUTE, lost));
        lost.awaitStart();
        nanos.addAndGet(Duration.ofSeconds(61).toNanos());
        HeldCall<String> second = HeldCall.returning("new");
        var later = Callers.start(() -> coalescer.get("a", Duration.ofHours(1), second));
        second.awaitStart();

        lost.release();

        assertThat(joined.answer()).succeedsWithin(SOON).isEqualTo("old");
        second.release();
        assertThat(later.answer()).succeedsWithin(SOON).isEqualTo("new");
        assertThat(coalescer.get("a", Duration.ofHours(1), () -> "never")).isEqualTo("new");
    }

    @Test
    void closingFailsThoseWhoWaitAndRefusesThoseWhoCome() {
        Coalescer<String, String> coalescer = coalescer();
        HeldCall<String> call = HeldCall.returning("never");
        List<CompletableFuture<String>> answers = Callers.start(10, () -> coalescer.get("a", call));
        untilWaiting(coalescer, 10);

        coalescer.close();
        coalescer.close();

        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer)
                        .failsWithin(SOON)
                        .withThrowableThat()
                        .withRootCauseInstanceOf(CoalescerRefusedException.class));
        assertThatThrownBy(() -> coalescer.get("b", () -> "never"))
                .isInstanceOfSatisfying(
                        CoalescerRefusedException.class,
                        refused -> assertThat(refused.getReason()).isEqualTo(CoalescerRefusedException.Reason.CLOSED));
        assertThat(coalescer.snapshot().inFlight()).isZero();
        call.release();
        assertThat(coalescer.snapshot().size()).isZero();
    }

    @Test
    void checkedExceptionsArriveAsTheyWereThrown() {
        CheckedSupplier<String> supplier = () -> {
            throw new IOException("broken");
        };

        assertThatThrownBy(Coalescer.decorateCheckedSupplier(coalescer(), "a", supplier)::get)
                .isInstanceOf(CoalescedCallException.class)
                .hasCauseInstanceOf(IOException.class);
    }

    @Test
    void whatStagesWrapAroundTheFailureIsTakenOff() {
        CompletableFuture<String> failed = CompletableFuture.supplyAsync(() -> {
            throw new IllegalStateException("broken");
        });

        assertThatThrownBy(() -> coalescer()
                        .getAsync("a", Duration.ZERO, () -> failed.thenApply(value -> value))
                        .toCompletableFuture()
                        .join())
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(CoalescedCallException.class)
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void aSupplierThatReturnsNoStageOrThrowsIsAFailedCall() {
        assertThat(coalescer().getAsync("a", Duration.ZERO, () -> null).toCompletableFuture())
                .failsWithin(SOON)
                .withThrowableThat()
                .withRootCauseInstanceOf(NullPointerException.class);
        assertThat(coalescer()
                        .getAsync("a", Duration.ZERO, () -> {
                            throw new IllegalStateException("broken");
                        })
                        .toCompletableFuture())
                .failsWithin(SOON)
                .withThrowableThat()
                .withRootCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void afterAFailureNobodyIsElectedButAFailureMayBeRememberedForAWhile() {
        Coalescer<String, String> coalescer = coalescer(CoalescerConfig.custom()
                .negativeLife(Duration.ofSeconds(2))
                .negativeIf(error -> error instanceof IOException));
        AtomicInteger calls = new AtomicInteger();

        assertThatThrownBy(() -> coalescer.get("a", () -> failing(calls))).hasRootCauseInstanceOf(IOException.class);
        nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        assertThatThrownBy(() -> coalescer.get("a", () -> failing(calls))).hasRootCauseInstanceOf(IOException.class);
        assertThat(calls).hasValue(1);

        nanos.addAndGet(1);
        assertThat(coalescer.get("a", () -> "well")).isEqualTo("well");
    }

    @Test
    void aRememberedFailureGoesWithASuccessAnInvalidationAndARefresh() {
        Coalescer<String, String> coalescer =
                coalescer(CoalescerConfig.custom().negativeLife(MINUTE).maxAge(MINUTE));
        AtomicInteger calls = new AtomicInteger();
        assertThatThrownBy(() -> coalescer.get("a", () -> failing(calls))).hasRootCauseInstanceOf(IOException.class);
        assertThat(coalescer.refresh("a", () -> "well")).isEqualTo("well");
        assertThat(coalescer.get("a", Duration.ofNanos(1), () -> "never")).isEqualTo("well");

        assertThatThrownBy(() -> coalescer.get("b", () -> failing(calls))).hasRootCauseInstanceOf(IOException.class);
        coalescer.invalidate("b");
        assertThat(coalescer.get("b", () -> "well")).isEqualTo("well");

        assertThatThrownBy(() -> coalescer.get("c", () -> failing(calls))).hasRootCauseInstanceOf(IOException.class);
        coalescer.invalidateAll();
        assertThat(coalescer.get("c", () -> "well")).isEqualTo("well");
    }

    private static String failing(AtomicInteger calls) throws IOException {
        calls.incrementAndGet();
        throw new IOException("broken");
    }

    @Test
    void aConsumerOrPredicateThatThrowsHarmsNobody() {
        Coalescer<String, String> coalescer =
                coalescer(CoalescerConfig.custom().negativeLife(MINUTE).negativeIf(error -> {
                    throw new IllegalStateException("broken predicate");
                }));
        coalescer.events().onEvent(event -> {
            throw new IllegalStateException("broken consumer");
        });

        assertThatThrownBy(() -> coalescer.get("a", () -> {
                    throw new IOException("broken");
                }))
                .hasRootCauseInstanceOf(IOException.class);
        assertThat(coalescer.get("a", () -> "well")).isEqualTo("well");
    }
}
