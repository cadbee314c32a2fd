package io.github.resilience4j.adaptive.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.budget.BudgetMember;
import io.github.resilience4j.adaptive.budget.BudgetPriority;
import io.github.resilience4j.adaptive.budget.BudgetSettings;
import io.github.resilience4j.adaptive.budget.SharedBudget;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The store that is always there. */
class InMemorySharedBudgetTest extends SharedBudgetCompatibilityKit {

    private final AtomicLong clock = new AtomicLong(-987_654_321L);
    private SharedBudget store = SharedBudget.inMemory(clock::get);

    @Override
    protected SharedBudget store() {
        return store;
    }

    @Override
    protected long clock() {
        return clock.get();
    }

    @Override
    protected void advance(Duration time) {
        clock.addAndGet(time.toNanos());
    }

    @Override
    protected void lose() {
        store = SharedBudget.inMemory(clock::get);
    }

    @Test
    void manyThreadsTakeExactlyWhatIsThere() throws InterruptedException {
        BudgetSettings settings = perSecond(500, 500);
        AtomicLong permits = new AtomicLong();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        CountDownLatch done = new CountDownLatch(4);
        for (int t = 0; t < 4; t++) {
            BudgetMember member = new BudgetMember("threads", "t" + t, settings);
            pool.execute(() -> {
                for (int i = 0; i < 1000; i++) {
                    permits.addAndGet(now(store.reserve(member, 1, 0, BudgetPriority.INTERACTIVE))
                            .ready());
                }
                done.countDown();
            });
        }
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        pool.shutdownNow();
        assertThat(permits).hasValue(500);
    }
}
