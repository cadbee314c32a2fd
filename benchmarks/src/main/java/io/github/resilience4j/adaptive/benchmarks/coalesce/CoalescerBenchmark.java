package io.github.resilience4j.adaptive.benchmarks.coalesce;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A hit, a miss, and many who ask for the same at once. The iterations are so short that some fall between two turns of
 * whatever else runs on the machine: the least of them is what it takes when nobody disturbs it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 200, time = 5, timeUnit = TimeUnit.MILLISECONDS)
public class CoalescerBenchmark {

    private static final int KEYS = 1024;
    private static final long UPSTREAM_NANOS = 200_000;

    /** Who is measured. */
    @Param({"caffeineWithAge", "caffeine", "caffeineAsync", "futures", "resilience4jCache", "coalescer"})
    public String contestant = "";

    private @Nullable Contestant measured;

    /** Fills the store. */
    @Setup
    public void fill() throws Exception {
        measured = Contestant.named(contestant);
        for (int key = 0; key < KEYS; key++) {
            get(key, () -> 1);
        }
    }

    private Integer get(Integer key, Callable<Integer> call) throws Exception {
        if (measured == null) {
            throw new IllegalStateException("not set up");
        }
        return measured.get(key, call);
    }

    /** Where a thread is in the keys. */
    @State(Scope.Thread)
    public static class Position {
        private int next;

        private Integer stored() {
            next = (next + 1) & (KEYS - 1);
            return next;
        }

        private Integer missing() {
            return --next;
        }
    }

    /** All keys are stored. */
    @Benchmark
    public Integer hit(Position position) throws Exception {
        return get(position.stored(), () -> {
            throw new IllegalStateException("This measures hits, and one missed");
        });
    }

    /** No key was asked for before; the upstream answers at once. */
    @Benchmark
    public Integer miss(Position position) throws Exception {
        return get(position.missing(), () -> 1);
    }

    /** Threads that ask for the same at once. */
    @State(Scope.Benchmark)
    public static class Crowd {

        /** How many; more than two are virtual. */
        @Param({"2", "64"})
        public int callers;

        private ExecutorService threads = Executors.newFixedThreadPool(2);
        private int round;

        /** More than two need virtual threads. */
        @Setup
        public void hire() {
            if (callers > 2) {
                threads.shutdownNow();
                threads = PerTask.virtual()
                        .orElseThrow(() -> new IllegalStateException(
                                callers + " callers need virtual threads: take JDK 21 or later, or -p callers=2"));
            }
        }

        /** Ends the threads. */
        @TearDown
        public void dismiss() {
            threads.shutdownNow();
        }
    }

    /** How often the upstream was called. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Upstream {

        /** Rounds. */
        public long rounds;

        /** Calls that reached it. */
        public long calls;

        private final AtomicLong counted = new AtomicLong();

        /** From one iteration to the next. */
        @Setup(Level.Iteration)
        public void reset() {
            counted.set(0);
        }
    }

    /** A round: all ask for a new key, the upstream takes 0.2 ms. */
    @Benchmark
    public int join(Crowd crowd, Upstream upstream) throws Exception {
        Integer key = --crowd.round;
        Callable<Integer> call = () -> {
            upstream.counted.incrementAndGet();
            LockSupport.parkNanos(UPSTREAM_NANOS);
            return 1;
        };
        List<Future<Integer>> answers = new ArrayList<>(crowd.callers);
        for (int i = 0; i < crowd.callers; i++) {
            answers.add(crowd.threads.submit(() -> get(key, call)));
        }
        int sum = 0;
        for (Future<Integer> answer : answers) {
            sum += answer.get();
        }
        upstream.rounds++;
        upstream.calls = upstream.counted.get();
        return sum;
    }
}
