package io.github.resilience4j.adaptive.samples.watcher;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** The time of the story, which passes when it is told to: days in seconds. */
final class StoryTime implements InstantSource, LongSupplier {

    private static final Instant BEGINNING = Instant.parse("2026-03-02T08:00:00Z");

    private final AtomicLong nanos = new AtomicLong();

    /** Nanoseconds since the beginning. */
    @Override
    public long getAsLong() {
        return nanos.get();
    }

    Duration passed() {
        return Duration.ofNanos(nanos.get());
    }

    void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Override
    public Instant instant() {
        return BEGINNING.plusNanos(nanos.get());
    }
}
