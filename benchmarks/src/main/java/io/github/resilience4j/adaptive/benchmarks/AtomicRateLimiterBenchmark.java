package io.github.resilience4j.adaptive.benchmarks;

import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The yardstick: a granted permit from Resilience4j's own limiter. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AtomicRateLimiterBenchmark {

    private final RateLimiter limiter = RateLimiter.of(
            "atomic",
            RateLimiterConfig.custom()
                    .limitForPeriod(Integer.MAX_VALUE)
                    .limitRefreshPeriod(Duration.ofNanos(10))
                    .timeoutDuration(Duration.ZERO)
                    .build());

    @Benchmark
    public boolean acquirePermission() {
        return limiter.acquirePermission();
    }
}
