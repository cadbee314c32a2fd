package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.ratelimiter.internal.PermitLedger.Change;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What hears of all that must not be forgotten over a restart: a store, or nobody. */
interface Memory {

    /** Nothing outlives the process. */
    Memory NONE = new Memory() {};

    /** The regime has changed. */
    default void changed(Change change) {}

    /** There are more failures in a row, or none any more. */
    default void failuresChanged() {}

    /** Closes the limiter; what held it before is what is remembered. */
    default void end(Supplier<@Nullable Change> close) {
        var unused = close.get();
    }
}
