package io.github.resilience4j.adaptive.benchmarks;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** What is asked of a limiter: a call that is let through, one that is refused, and a whole call with what is learned from it. */
final class LimiterCalls {

    private final BooleanSupplier open;
    private final BooleanSupplier shut;
    private final Supplier<Object> decorated;

    LimiterCalls(LimiterContestant contestant) {
        LimiterContestant.Door door = contestant.open();
        open = door.acquire();
        decorated = door.decorator().decorate(() -> "served");
        shut = contestant.shut().acquire();
        boolean unused = shut.getAsBoolean();
    }

    boolean granted() {
        return expect(true, open.getAsBoolean());
    }

    boolean refused() {
        return expect(false, shut.getAsBoolean());
    }

    Object decorated() {
        return decorated.get();
    }

    private static boolean expect(boolean expected, boolean got) {
        if (got != expected) {
            throw new IllegalStateException(expected ? "A call was refused" : "A call was let through");
        }
        return got;
    }
}
