package io.github.resilience4j.adaptive.benchmarks.simulator.server;

import io.github.resilience4j.adaptive.outcome.RetryHint;
import java.time.Duration;

/** How a server words its Retry-After, given the nanoseconds that would be right. */
@FunctionalInterface
public interface Wording {

    /** Whole seconds, rounded up. */
    Wording EXACT = wait -> named(Duration.ofSeconds(ceilDiv(wait, 1_000_000_000L)));

    /** Milliseconds, rounded up. */
    Wording FRACTIONAL = wait -> named(Duration.ofMillis(ceilDiv(wait, 1_000_000L)));

    Wording ABSENT = wait -> RetryHint.none();

    Wording GARBAGE = wait -> RetryHint.invalid("Retry-After", "soon");

    static Wording always(Duration delay) {
        return wait -> named(delay);
    }

    RetryHint retryAfter(long wait);

    private static RetryHint named(Duration delay) {
        return RetryHint.delay(delay, "Retry-After", delay.toString());
    }

    private static long ceilDiv(long nanos, long unit) {
        return (nanos + unit - 1) / unit;
    }
}
