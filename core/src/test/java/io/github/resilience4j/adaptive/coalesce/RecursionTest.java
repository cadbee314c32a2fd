package io.github.resilience4j.adaptive.coalesce;

import static io.github.resilience4j.adaptive.coalesce.Callers.SOON;
import static io.github.resilience4j.adaptive.coalesce.Callers.untilNothingIsInFlight;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.coalesce.Callers.Caller;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Case C6: a call that would wait for itself fails at once and says why. */
class RecursionTest {

    private static final String WHY = "would wait for itself";

    private static final ExecutorService POOL = Executors.newFixedThreadPool(4);

    private enum Place {
        OUR_THREADS,
        THE_CALLERS_THREAD,
        A_POOL;

        CoalescerConfig config() {
            CoalescerConfig.Builder config = CoalescerConfig.custom();
            return switch (this) {
                case OUR_THREADS -> config.build();
                case THE_CALLERS_THREAD -> config.executor(Runnable::run).build();
                case A_POOL -> config.executor(POOL).build();
            };
        }
    }

    private Coalescer<String, String> coalescer = Coalescer.of("deployments", CoalescerConfig.ofDefaults());

    @AfterAll
    static void poolIsLeftByNobody() {
        assertThat(POOL.shutdownNow()).isEmpty();
    }

    @AfterEach
    void nothingIsLeft() {
        untilNothingIsInFlight(coalescer);
        assertThat(coalescer.get("a", () -> "usable")).isEqualTo("usable");
    }

    private void assertFailsAtOnce(Runnable question) {
        long start = System.nanoTime();
        assertThatThrownBy(question::run)
                .rootCause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'deployments'")
                .hasMessageContaining(WHY);
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .as("long before any timeout")
                .isLessThan(Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @EnumSource
    void theSameKey(Place place) {
        coalescer = Coalescer.of("deployments", place.config());

        assertFailsAtOnce(() -> coalescer.get("a", () -> coalescer.get("a", () -> "never")));
    }

    @ParameterizedTest
    @EnumSource
    void throughAnotherKey(Place place) {
        coalescer = Coalescer.of("deployments", place.config());

        assertFailsAtOnce(() -> coalescer.get("a", () -> coalescer.get("b", () -> coalescer.get("a", () -> "never"))));
    }

    @Test
    void throughAnotherCoalescer() {
        Coalescer<Integer, String> other = Coalescer.of("other", CoalescerConfig.ofDefaults());

        assertFailsAtOnce(() -> coalescer.get("a", () -> other.get(1, () -> coalescer.get("a", () -> "never"))));
    }

    @Test
    void refreshingInsideTheCallIsNoWayOut() {
        assertFailsAtOnce(() -> coalescer.get("a", () -> coalescer.refresh("a", () -> "never")));
        assertFailsAtOnce(() -> coalescer.refresh("a", () -> coalescer.refresh("a", () -> "never")));
    }

    @Test
    void invalidatingInsideTheCallIsNoWayOut() {
        assertFailsAtOnce(() -> coalescer.get("a", () -> {
            coalescer.invalidate("a");
            return coalescer.get("a", () -> "never");
        }));
    }

    @Test
    void twoCallsThatWaitForEachOtherAreSeenThoughNeitherStartedTheOther() throws Exception {
        CountDownLatch bothAreOut = new CountDownLatch(2);
        Caller<String> first = Callers.start(() -> coalescer.get("a", () -> afterBoth(bothAreOut, "b")));
        Caller<String> second = Callers.start(() -> coalescer.get("b", () -> afterBoth(bothAreOut, "a")));

        assertThat(first.answer()).failsWithin(SOON).withThrowableThat().withStackTraceContaining(WHY);
        assertThat(second.answer()).failsWithin(SOON).withThrowableThat().withStackTraceContaining(WHY);
    }

    private String afterBoth(CountDownLatch bothAreOut, String key) throws InterruptedException {
        bothAreOut.countDown();
        if (!bothAreOut.await(10, TimeUnit.SECONDS)) {
            throw new AssertionError("the other never came");
        }
        return coalescer.get(key, () -> "never");
    }

    @Test
    void asynchronousCalls() {
        assertFailsAtOnce(() -> join(coalescer.getAsync(
                "a", Duration.ZERO, () -> coalescer.getAsync("a", Duration.ZERO, RecursionTest::never))));
        assertFailsAtOnce(() -> join(coalescer.getAsync(
                "a",
                Duration.ZERO,
                () -> coalescer.getAsync(
                        "b", Duration.ZERO, () -> coalescer.getAsync("a", Duration.ZERO, RecursionTest::never)))));
    }

    private static String join(CompletionStage<String> stage) {
        return stage.toCompletableFuture().join();
    }

    private static CompletionStage<String> never() {
        return CompletableFuture.completedFuture("never");
    }

    @Test
    void callsThatNestWithoutACircleAreFine() {
        assertThat(coalescer.get("a", () -> coalescer.get("b", () -> coalescer.get("c", () -> "deep"))))
                .isEqualTo("deep");
        assertThat(coalescer.get("a", () -> coalescer.get("b", () -> "1") + coalescer.get("b", () -> "2")))
                .isEqualTo("12");
    }

    @Test
    void aStoredValueMayBeReadInsideItsOwnCall() {
        Duration hour = Duration.ofHours(1);
        coalescer.get("a", hour, () -> "old");

        assertThat(coalescer.refresh("a", () -> coalescer.get("a", hour, () -> "never") + " and new"))
                .isEqualTo("old and new");
    }
}
