package io.github.resilience4j.adaptive.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * {@link LimiterBenchmark} by 64 virtual threads at once, each for a thousand calls. They are threads of the benchmark's own:
 * JMH's workers wait for each other in a loop, in which a virtual thread keeps the core that the others need.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 100, timeUnit = TimeUnit.MILLISECONDS)
public class VirtualThreadsBenchmark {

    private static final int THREADS = 64;
    private static final int CALLS = 1000;

    /** Whose limiter. */
    @Param
    private LimiterContestant contestant = LimiterContestant.RESILIENCE4J;

    private LimiterCalls calls = new LimiterCalls(contestant);

    /** Makes the limiters. */
    @Setup
    public void prepare() {
        calls = new LimiterCalls(contestant);
    }

    /** Permits that are there. */
    @Benchmark
    @OperationsPerInvocation(THREADS * CALLS)
    public void granted() throws InterruptedException, ExecutionException {
        all(calls::granted);
    }

    /** Permits that are not there. */
    @Benchmark
    @OperationsPerInvocation(THREADS * CALLS)
    public void refused() throws InterruptedException, ExecutionException {
        all(calls::refused);
    }

    /** Permits, calls that do nothing, and what they returned judged. */
    @Benchmark
    @OperationsPerInvocation(THREADS * CALLS)
    public void decorated() throws InterruptedException, ExecutionException {
        all(calls::decorated);
    }

    /** A call that fails fails the benchmark: threads that died would make it look fast. */
    private static void all(Runnable call) throws InterruptedException, ExecutionException {
        List<FutureTask<Integer>> tasks = new ArrayList<>(THREADS);
        for (int thread = 0; thread < THREADS; thread++) {
            FutureTask<Integer> task = new FutureTask<>(() -> {
                for (int done = 0; done < CALLS; done++) {
                    call.run();
                }
                return CALLS;
            });
            tasks.add(task);
            var unused = VirtualThreads.start(task);
        }
        for (FutureTask<Integer> task : tasks) {
            var unused = task.get();
        }
    }
}
