package io.github.resilience4j.adaptive.test;

import io.github.resilience4j.adaptive.budget.BudgetSettings;
import io.github.resilience4j.adaptive.budget.RecoveryShape;
import io.github.resilience4j.adaptive.budget.SharedBudget;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** What a kit needs of a shared budget: the store itself, a clock that it can set, and a way to make it forget. */
abstract class SharedBudgetKit {

    static final long MILLI = 1_000_000L;
    static final long SECOND = 1_000_000_000L;

    SharedBudgetKit() {}

    /**
     * The store under test.
     *
     * @return the same one until it is told to {@link #lose}
     */
    protected abstract SharedBudget store();

    /**
     * What its clock shows.
     *
     * @return nanoseconds
     */
    protected abstract long clock();

    /**
     * Its clock moves.
     *
     * @param time by how much, back if negative
     */
    protected abstract void advance(Duration time);

    final void advance(long nanos) {
        advance(Duration.ofNanos(nanos));
    }

    /** It forgets everything. */
    protected abstract void lose();

    /**
     * Waits for an answer.
     *
     * @param <T> of this type
     * @param stage what the store promised
     * @return the answer
     */
    protected static <T> T now(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(10, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** A budget as a limiter has it by default. */
    static BudgetSettings perSecond(int limit, double burst) {
        return new BudgetSettings(
                limit,
                SECOND,
                limit / 20.0,
                burst,
                Math.min(1, burst),
                BudgetSettings.unitFor(burst),
                0.8,
                0.5,
                RecoveryShape.ADAPTIVE,
                300,
                SECOND,
                24 * 3600 * SECOND,
                60 * SECOND,
                30 * SECOND);
    }
}
