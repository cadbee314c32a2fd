package io.github.resilience4j.adaptive.benchmarks.crowd;

/** When it is whose turn, by the rules of a limiter. Times are {@link System#nanoTime()}. */
@FunctionalInterface
interface Turns {

    long SECOND = 1_000_000_000L;

    /** The turn of a place from 1 on, after that of the place before and after that caller really left. */
    long next(int place, long turnBefore, long leftBefore);

    /**
     * One after the other at a rate. Permits that nobody takes are kept for so many nanoseconds, and are lost then, as far as
     * a burst goes.
     */
    static Turns evenly(int perSecond, long keptFor) {
        return (place, turnBefore, leftBefore) -> Math.max(turnBefore, leftBefore - keptFor) + SECOND / perSecond;
    }
}
