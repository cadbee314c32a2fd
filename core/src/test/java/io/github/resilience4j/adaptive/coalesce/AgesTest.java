package io.github.resilience4j.adaptive.coalesce;

import static io.github.resilience4j.adaptive.coalesce.Callers.SOON;
import static io.github.resilience4j.adaptive.coalesce.Callers.untilNothingIsInFlight;
import static io.github.resilience4j.adaptive.coalesce.Callers.untilWaiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.adaptive.coalesce.Callers.Caller;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How old a value may be for whom; case C5 and the refresh; what is given when there is nothing better. */
class AgesTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000);

    private Coalescer<String, String> coalescer(CoalescerConfig.Builder config) {
        return Coalescer.of("deployments", config.build(), Map.of(), nanos::get);
    }

    private Coalescer<String, String> coalescer() {
        return coalescer(CoalescerConfig.custom().maxAge(MINUTE));
    }

    private void passes(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private static String fails() {
        throw new IllegalStateException("broken");
    }

    @Test
    void eachReaderSaysHowOldAValueMayBe() {
        Coalescer<String, String> coalescer = coalescer();
        coalescer.get("a", () -> "1");
        passes(Duration.ofSeconds(10));

        assertThat(coalescer.get("a", Duration.ofSeconds(10), () -> "2")).isEqualTo("1");
        assertThat(coalescer.get("a", FOREVER, () -> "2")).isEqualTo("1");
        assertThat(coalescer.get("a", () -> "2")).isEqualTo("1");
        assertThat(coalescer.get("a", Duration.ofNanos(9_999_999_999L), () -> "2"))
                .isEqualTo("2");
    }

    @Test
    void zeroIsNeverServedFromTheStoreNotEvenInTheSameNanosecond() {
        Coalescer<String, String> coalescer = coalescer();
        coalescer.get("a", () -> "1");

        assertThat(coalescer.get("a", Duration.ZERO, () -> "2")).isEqualTo("2");
    }

    @Test
    void aNegativeAgeIsRefused() {
        assertThatThrownBy(() -> coalescer().get("a", Duration.ofNanos(-1), () -> "never"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxAge is PT-0.000000001S, it must be 0 or more");
        assertThatThrownBy(() -> coalescer().withTimeout(Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("patience");
    }

    @Test
    void agesCountFromTheStartOfTheCall() throws Exception {
        Coalescer<String, String> coalescer = coalescer();
        HeldCall<String> slow = HeldCall.returning("slow");
        Caller<String> caller = Callers.start(() -> coalescer.get("a", slow));
        slow.awaitStart();
        passes(Duration.ofSeconds(50));
        slow.release();
        assertThat(caller.answer()).succeedsWithin(SOON).isEqualTo("slow");

        passes(Duration.ofSeconds(10));
        assertThat(coalescer.get("a", () -> "never")).isEqualTo("slow");
        passes(Duration.ofNanos(1));
        assertThat(coalescer.get("a", () -> "new")).isEqualTo("new");
    }

    @Test
    void aValueYoungEnoughIsServedEvenWhileACallIsOut() throws Exception {
        Coalescer<String, String> coalescer = coalescer();
        coalescer.get("a", () -> "stored");
        HeldCall<String> call = HeldCall.returning("new");
        Caller<String> strict = Callers.start(() -> coalescer.get("a", Duration.ZERO, call));
        call.awaitStart();

        assertThat(coalescer.get("a", () -> "never")).isEqualTo("stored");

        call.release();
        assertThat(strict.answer()).succeedsWithin(SOON).isEqualTo("new");
    }

    @Test
    void aRefreshGoesPastTheStoreAndThenEverybodyGetsIt() {
        Coalescer<String, String> coalescer = coalescer();
        coalescer.get("a", () -> "old");

        assertThat(coalescer.refresh("a", () -> "new")).isEqualTo("new");

        assertThat(coalescer.get("a", () -> "never")).isEqualTo("new");
    }

    @Test
    void aFailingRefreshLeavesTheOldValueAndStoresNothingNegative() {
        Coalescer<String, String> coalescer = coalescer(
                CoalescerConfig.custom().maxAge(MINUTE).staleOnError(MINUTE).staleOnTimeout(MINUTE));
        coalescer.get("a", () -> "old");

        assertThatThrownBy(() -> coalescer.refresh("a", AgesTest::fails))
                .as("who asks for something new is not given something old")
                .isInstanceOf(CoalescedCallException.class);

        assertThat(coalescer.get("a", () -> "never")).isEqualTo("old");
        assertThat(coalescer.refresh("a", () -> "new")).isEqualTo("new");
    }

    @Test
    void aRefreshGoesPastACallInFlightWhoseValueIsThenNotStored() throws Exception {
        Coalescer<String, String> coalescer = coalescer();
        HeldCall<String> slow = HeldCall.returning("old");
        Caller<String> before = Callers.start(() -> coalescer.get("a", slow));
        slow.awaitStart();

        assertThat(coalescer.refresh("a", () -> "new")).isEqualTo("new");
        slow.release();

        assertThat(before.answer()).succeedsWithin(SOON).isEqualTo("old");
        untilNothingIsInFlight(coalescer);
        assertThat(coalescer.get("a", () -> "never")).isEqualTo("new");
    }

    @Test
    void afterARefreshNobodyJoinsAnOlderCallEvenIfNothingWasStored() throws Exception {
        Coalescer<String, String> coalescer = coalescer(CoalescerConfig.custom());
        HeldCall<String> slow = HeldCall.returning("old");
        Caller<String> before = Callers.start(() -> coalescer.get("a", slow));
        slow.awaitStart();
        coalescer.refresh("a", () -> "new");

        assertThat(coalescer.get("a", Duration.ZERO, () -> "newer")).isEqualTo("newer");

        slow.release();
        assertThat(before.answer()).succeedsWithin(SOON).isEqualTo("old");
    }

    @Test
    void afterARefreshAnOlderCallIsNotStoredThoughARefreshBetweenFailedAndNothingWasStored() throws Exception {
        Coalescer<String, @Nullable String> coalescer = Coalescer.of(
                "deployments", CoalescerConfig.custom().maxAge(MINUTE).build(), Map.of(), nanos::get);
        HeldCall<@Nullable String> slow = HeldCall.returning("old");
        Caller<@Nullable String> before = Callers.start(() -> coalescer.get("a", slow));
        slow.awaitStart();
        assertThatThrownBy(() -> coalescer.refresh("a", AgesTest::fails)).isInstanceOf(CoalescedCallException.class);
        assertThat(coalescer.refresh("a", () -> null)).as("not stored").isNull();

        slow.release();

        assertThat(before.answer()).succeedsWithin(SOON).isEqualTo("old");
        untilNothingIsInFlight(coalescer);
        assertThat(coalescer.get("a", () -> "new")).isEqualTo("new");
    }

    @Test
    void afterAFailingRefreshAllIsAsBeforeAndTheCallThatItWentPastIsJoined() throws Exception {
        Coalescer<String, String> coalescer = coalescer();
        HeldCall<String> slow = HeldCall.returning("value");
        Caller<String> before = Callers.start(() -> coalescer.get("a", slow));
        slow.awaitStart();
        assertThatThrownBy(() -> coalescer.refresh("a", AgesTest::fails)).isInstanceOf(CoalescedCallException.class);

        Caller<String> after = Callers.start(() -> coalescer.get("a", () -> "never"));
        untilWaiting(coalescer, 2);
        slow.release();

        assertThat(before.answer()).succeedsWithin(SOON).isEqualTo("value");
        assertThat(after.answer()).succeedsWithin(SOON).isEqualTo("value");
        assertThat(coalescer.snapshot().calls()).isEqualTo(2);
    }

    @Test
    void whoComesDuringARefreshJoinsIt() throws Exception {
        Coalescer<String, String> coalescer = coalescer();
        HeldCall<String> refresh = HeldCall.returning("new");
        Caller<String> refreshing = Callers.start(() -> coalescer.refresh("a", refresh));
        refresh.awaitStart();
        Caller<String> reader = Callers.start(() -> coalescer.get("a", () -> "never"));
        untilWaiting(coalescer, 2);

        refresh.release();

        assertThat(refreshing.answer()).succeedsWithin(SOON).isEqualTo("new");
        assertThat(reader.answer()).succeedsWithin(SOON).isEqualTo("new");
    }

    @Test
    void anOlderRefreshThatEndsLaterIsNotStored() throws Exception {
        Coalescer<String, String> coalescer = coalescer();
        HeldCall<String> slow = HeldCall.returning("older");
        Caller<String> first = Callers.start(() -> coalescer.refresh("a", slow));
        slow.awaitStart();
        assertThat(coalescer.refresh("a", () -> "newer")).isEqualTo("newer");

        slow.release();

        assertThat(first.answer()).succeedsWithin(SOON).isEqualTo("older");
        untilNothingIsInFlight(coalescer);
        assertThat(coalescer.get("a", () -> "never")).isEqualTo("newer");
    }

    @Test
    void whoseTimeIsUpGetsWhatThereIsIfItIsNotTooOld() {
        Coalescer<String, String> coalescer =
                coalescer(CoalescerConfig.custom().staleOnTimeout(MINUTE)).withTimeout(Duration.ZERO);
        HeldCall<String> call = HeldCall.returning("new");
        coalescer.withTimeout(MINUTE).get("a", () -> "old");
        passes(MINUTE);

        assertThat(coalescer.get("a", call)).isEqualTo("old");
        passes(Duration.ofNanos(1));
        assertThatThrownBy(() -> coalescer.get("a", call)).isInstanceOf(CoalescerTimeoutException.class);
        assertThatThrownBy(() -> coalescer.refresh("a", call)).isInstanceOf(CoalescerTimeoutException.class);
        assertThat(coalescer.snapshot().stale()).isEqualTo(1);
        assertThat(coalescer.snapshot().timeouts()).isEqualTo(3);
        assertThat(coalescer.snapshot().ageServed()).isEqualTo(MINUTE);

        call.release();
        untilNothingIsInFlight(coalescer);
        assertThat(coalescer.get("a", MINUTE, () -> "never")).isEqualTo("new");
    }

    @Test
    void whoseCallFailedGetsWhatThereIsIfItIsNotTooOld() {
        Coalescer<String, String> coalescer =
                coalescer(CoalescerConfig.custom().staleOnError(MINUTE).negativeLife(MINUTE));
        coalescer.get("a", () -> "old");
        passes(MINUTE);

        assertThat(coalescer.get("a", AgesTest::fails)).isEqualTo("old");
        assertThat(coalescer.get("a", AgesTest::fails))
                .as("of a failure that is remembered")
                .isEqualTo("old");
        assertThat(coalescer.snapshot().failedCalls()).isEqualTo(1);
        assertThat(coalescer.snapshot().stale()).isEqualTo(2);
        passes(Duration.ofNanos(1));
        assertThatThrownBy(() -> coalescer.get("a", AgesTest::fails)).isInstanceOf(CoalescedCallException.class);
    }

    @Test
    void whoIsRefusedGetsWhatThereIsToo() throws Exception {
        Coalescer<String, String> coalescer =
                coalescer(CoalescerConfig.custom().staleOnError(MINUTE).maxInFlight(1));
        coalescer.get("a", () -> "old");
        HeldCall<String> call = HeldCall.returning("b");
        Caller<String> other = Callers.start(() -> coalescer.get("b", call));
        call.awaitStart();

        assertThat(coalescer.get("a", Duration.ZERO, () -> "never")).isEqualTo("old");
        assertThatThrownBy(() -> coalescer.get("c", () -> "never")).isInstanceOf(CoalescerRefusedException.class);

        call.release();
        assertThat(other.answer()).succeedsWithin(SOON);
    }

    @Test
    void noMoreIsStoredThanTheConfigurationAllows() {
        Coalescer<Integer, String> small = Coalescer.of(
                "small",
                CoalescerConfig.custom()
                        .maxAge(MINUTE)
                        .maximumSize(10)
                        .keyPath((Integer key) -> "/" + key)
                        .build());
        for (int key = 0; key < 1_000; key++) {
            small.get(key, () -> "value");
        }

        await().atMost(SOON).until(() -> small.snapshot().size() <= 10);
    }
}
