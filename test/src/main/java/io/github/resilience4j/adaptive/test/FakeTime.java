package io.github.resilience4j.adaptive.test;

import io.github.resilience4j.adaptive.internal.SettingsCheck;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Time that passes when a test says so: hours in no time, and nothing by itself. It is the nanoseconds that limiters,
 * coalescers and key pools are made with, the {@link #clock()} of their settings and of the retry's, and the {@link
 * #scheduler()} on which asynchronous retries wait.
 *
 * <p>It wakes nobody who is asleep: a caller that blocks for a permit waits by the real clock. Tests on fake time ask with {@code
 * tryAcquirePermission}, or with a {@code timeoutDuration} of zero. Safe for many threads.
 *
 * @since 0.1
 */
public final class FakeTime implements LongSupplier {

    private final Instant beginning;
    private final AtomicLong nanos = new AtomicLong();
    private final FakeScheduler scheduler = new FakeScheduler(this);

    private FakeTime(Instant beginning) {
        this.beginning = beginning;
    }

    /**
     * Begins at noon of the first of January 2030, UTC.
     *
     * @return the time, standing still
     */
    public static FakeTime create() {
        return startingAt(Instant.parse("2030-01-01T12:00:00Z"));
    }

    /**
     * Begins at a moment.
     *
     * @param beginning what the clock shows at first
     * @return the time, standing still
     */
    public static FakeTime startingAt(Instant beginning) {
        return new FakeTime(beginning);
    }

    /**
     * Nanoseconds since the beginning, as {@link System#nanoTime()}.
     *
     * @return what has passed
     */
    @Override
    public long getAsLong() {
        return nanos.get();
    }

    /**
     * Lets time pass. What was scheduled meanwhile runs on this thread, each at its moment, in order.
     *
     * @param duration how much, zero or more; all together what a number of nanoseconds holds, 292 years
     * @throws IllegalArgumentException if it is negative or too much
     */
    public void pass(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException(
                    "duration must be zero or more, as time goes forward only; it is " + duration);
        }
        long now = nanos.get();
        Duration left = Duration.ofNanos(Long.MAX_VALUE - 1 - now);
        SettingsCheck.check(duration.compareTo(left) <= 0, "duration", duration, "at most " + left);
        scheduler.runUntil(now + duration.toNanos());
    }

    /**
     * A clock that shows this time, in UTC.
     *
     * @return the clock
     */
    public Clock clock() {
        return new Hands(ZoneOffset.UTC);
    }

    /**
     * Runs what it is given when its time has come, on the thread that lets it {@link #pass}. What is to run at once runs at
     * once.
     *
     * @return the one scheduler of this time; shutting it down cancels what waits
     */
    public ScheduledExecutorService scheduler() {
        return scheduler;
    }

    /** Never back, whoever else lets time pass meanwhile. */
    void set(long to) {
        nanos.accumulateAndGet(to, Math::max);
    }

    private final class Hands extends Clock {

        private final ZoneId zone;

        Hands(ZoneId zone) {
            this.zone = zone;
        }

        @Override
        public Instant instant() {
            return beginning.plusNanos(nanos.get());
        }

        @Override
        public ZoneId getZone() {
            return zone;
        }

        @Override
        public Clock withZone(ZoneId other) {
            return new Hands(other);
        }
    }
}
