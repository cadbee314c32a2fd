package io.github.resilience4j.adaptive.budget;

/**
 * Time that never goes back, made from a clock that may: a step back counts as no time at all, so no pause is stretched
 * by more than what has really passed.
 *
 * @param clock what the clock said last
 * @param elapsed nanoseconds that have passed
 */
record SteadyTime(long clock, long elapsed) {

    static SteadyTime startingAt(long clock) {
        return new SteadyTime(clock, 0);
    }

    SteadyTime at(long now) {
        return new SteadyTime(now, StoreTime.bounded(Pauses.after(elapsed, Math.max(0, now - clock))));
    }
}
