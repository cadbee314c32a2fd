package io.github.resilience4j.adaptive.ratelimiter;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Time that passes only when a test says so. Starts anywhere, as {@link System#nanoTime()} does. */
final class FakeClock implements LongSupplier {

    private final AtomicLong nanos = new AtomicLong(-123_456_789L);

    @Override
    public long getAsLong() {
        return nanos.get();
    }

    FakeClock advance(Duration duration) {
        return advanceNanos(duration.toNanos());
    }

    FakeClock advanceNanos(long duration) {
        nanos.addAndGet(duration);
        return this;
    }
}
