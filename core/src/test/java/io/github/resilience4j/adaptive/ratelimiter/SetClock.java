package io.github.resilience4j.adaptive.ratelimiter;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A wall clock that shows what a test says. */
final class SetClock extends Clock {

    private volatile Instant instant;

    SetClock(Instant instant) {
        this.instant = instant;
    }

    SetClock move(Duration by) {
        instant = instant.plus(by);
        return this;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }

    @Override
    public Instant instant() {
        return instant;
    }
}
