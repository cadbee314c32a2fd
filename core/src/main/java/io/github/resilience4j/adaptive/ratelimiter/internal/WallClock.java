package io.github.resilience4j.adaptive.ratelimiter.internal;

import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Tells moments of the monotonic clock as instants, counted back from this moment. */
final class WallClock {

    private final Instant wall;
    private final long now;

    WallClock(Clock clock, long now) {
        this.wall = clock.instant();
        this.now = now;
    }

    @Nullable
    Instant instantOf(long nanos) {
        return nanos < 0 ? null : wall.minusNanos(now - nanos);
    }
}
