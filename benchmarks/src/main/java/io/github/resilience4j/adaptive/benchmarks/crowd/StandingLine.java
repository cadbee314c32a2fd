package io.github.resilience4j.adaptive.benchmarks.crowd;

import io.github.resilience4j.adaptive.benchmarks.VirtualThreads;
import java.util.function.Consumer;

/**
 * A limiter that lets nobody leave for a while, and then at its rate.
 *
 * @param join one more caller comes, who will run this when he leaves; returns when he waits
 * @param opensAt {@link System#nanoTime()} when the first may leave
 * @param turns when the others may leave
 * @param pauseAnew begins a longer pause from now on, if the limiter knows pauses
 */
record StandingLine(Consumer<Runnable> join, long opensAt, Turns turns, Runnable pauseAnew) {

    /** The same for callers that have a virtual thread each and leave when {@code call} runs what it is given. */
    static StandingLine ofThreads(Consumer<Runnable> call, long opensAt, Turns turns, Runnable pauseAnew) {
        return new StandingLine(
                leaves -> {
                    Thread thread = VirtualThreads.start(() -> call.accept(leaves));
                    while (!isParked(thread.getState())) {
                        Thread.onSpinWait();
                    }
                },
                opensAt,
                turns,
                pauseAnew);
    }

    private static boolean isParked(Thread.State state) {
        return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING || state == Thread.State.TERMINATED;
    }
}
