package io.github.resilience4j.adaptive.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryBudgetTest {

    @Test
    void aServiceThatHardlyCallsCanRetry() {
        RetryBudget budget = RetryBudget.of(0.2);

        for (int i = 0; i < 8; i++) {
            budget.onAttemptEnd();
            assertThat(budget.allowsRetry()).isTrue();
            budget.onRetry();
            budget.onAttemptEnd();
        }
    }

    @ParameterizedTest
    @CsvSource({"0.2, 1", "0.1, 2", "1, 3", "0.01, 4", "0.5, 5"})
    void overAnyStretchRetriesStayAShareOfTheCalls(double ratio, long seed) {
        RetryBudget budget = RetryBudget.of(ratio);
        Random random = new Random(seed);
        int[] calls = new int[20_001];
        int[] retries = new int[20_001];
        double failing = 0;

        for (int i = 1; i <= 20_000; i++) {
            if (i % 500 == 1) {
                failing = random.nextDouble() < 0.4 ? 1 : random.nextDouble() / 4;
            }
            int made = callWithRetries(budget, random, failing, 4);
            calls[i] = calls[i - 1] + 1;
            retries[i] = retries[i - 1] + made;
        }

        for (int from = 0; from < 20_000; from += 97) {
            for (int to = from + 1; to <= 20_000; to += 89) {
                assertThat((double) retries[to] - retries[from])
                        .isLessThanOrEqualTo(ratio * (calls[to] - calls[from]) + RetryBudget.SAVINGS + 1e-6);
            }
        }
    }

    @Test
    void inALongOutageTheShareIsUsed() {
        RetryBudget budget = RetryBudget.of(0.2);
        int retries = 0;
        for (int i = 0; i < 10_000; i++) {
            retries += callWithRetries(budget, new Random(i), 1, 3);
        }
        assertThat(retries).isBetween(1_990, 2_010);
    }

    @Test
    void manyThreadsOverdrawByOneEachAtMost() throws InterruptedException {
        int threads = 16;
        int callsEach = 20_000;
        RetryBudget budget = RetryBudget.of(0.2);
        LongAdder retries = new LongAdder();
        CountDownLatch start = new CountDownLatch(1);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        for (int t = 0; t < threads; t++) {
            int seed = t;
            pool.execute(() -> {
                Random random = new Random(seed);
                await(start);
                for (int i = 0; i < callsEach; i++) {
                    retries.add(callWithRetries(budget, random, 1, 3));
                }
            });
        }
        start.countDown();
        pool.shutdown();
        assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();

        double share = 0.2 * threads * callsEach;
        assertThat(retries.doubleValue()).isBetween(share * 0.99, share + RetryBudget.SAVINGS + threads);
    }

    @Test
    void tellsWhatIsLeft() {
        RetryBudget budget = RetryBudget.of(0.25);
        assertThat(budget.ratio()).isEqualTo(0.25);
        assertThat(budget.available()).isEqualTo(8);
        for (int i = 0; i < 20; i++) {
            budget.onRetry();
        }
        assertThat(budget.available()).isZero();
        assertThat(budget.allowsRetry()).isFalse();
        assertThat(budget).hasToString("RetryBudget[ratio=0.25, available=0]");
    }

    @Test
    void theSmallestShareIsNotRoundedToNothing() {
        RetryBudget budget = RetryBudget.of(Double.MIN_VALUE);
        budget.onRetry();
        int before = budget.available();
        budget.onAttemptEnd();
        assertThat(budget.available()).isGreaterThanOrEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -0.2, 1.01, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void aShareOutOfRangeIsRefused(double ratio) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetryBudget.of(ratio))
                .withMessageContainingAll("retryBudget", String.valueOf(ratio), "above 0 and at most 1");
    }

    /** What a retry with so many attempts asks of the budget; the number of retries made. */
    private static int callWithRetries(RetryBudget budget, Random random, double failing, int attempts) {
        int made = 0;
        while (true) {
            boolean failed = random.nextDouble() < failing;
            budget.onAttemptEnd();
            if (!failed || !budget.allowsRetry() || made == attempts - 1) {
                return made;
            }
            budget.onRetry();
            made++;
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
