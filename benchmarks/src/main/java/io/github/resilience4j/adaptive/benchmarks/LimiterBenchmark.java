package io.github.resilience4j.adaptive.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a limiter costs: a call that is let through, one that is refused, and a whole call with what is learned from it. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 100, timeUnit = TimeUnit.MILLISECONDS)
public class LimiterBenchmark {

    /** Whose limiter. */
    @Param
    private LimiterContestant contestant = LimiterContestant.RESILIENCE4J;

    private LimiterCalls calls = new LimiterCalls(contestant);

    /** Makes the limiters. */
    @Setup
    public void prepare() {
        calls = new LimiterCalls(contestant);
    }

    /** A permit that is there. */
    @Benchmark
    public boolean granted() {
        return calls.granted();
    }

    /** A permit that is not there. */
    @Benchmark
    public boolean refused() {
        return calls.refused();
    }

    /** A permit, a call that does nothing, and what it returned judged. */
    @Benchmark
    public Object decorated() {
        return calls.decorated();
    }
}
