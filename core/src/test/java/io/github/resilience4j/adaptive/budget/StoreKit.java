package io.github.resilience4j.adaptive.budget;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** What a kit needs of a store: the store itself, a clock that it can set, and a way to make it forget. */
abstract class StoreKit {

    static final long MILLI = 1_000_000L;
    static final long SECOND = 1_000_000_000L;

    /** The store under test. */
    abstract SharedBudget store();

    /** What its clock shows, in nanoseconds. */
    abstract long clock();

    /** Its clock moves, back if negative. */
    abstract void advance(long nanos);

    /** It forgets everything. */
    abstract void lose();

    static <T> T now(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(10, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
