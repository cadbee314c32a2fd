package io.github.resilience4j.adaptive.benchmarks;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a granted call costs, beside Resilience4j's own limiter. The limit is that of Resilience4j's own benchmark: so
 * high that nobody is refused.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 10, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class AcquirePermissionBenchmark {

    private static final Duration PERIOD = Duration.ofNanos(10);

    private final RateLimiter resilience4j = RateLimiter.of(
            "resilience4j",
            RateLimiterConfig.custom()
                    .limitForPeriod(Integer.MAX_VALUE)
                    .limitRefreshPeriod(PERIOD)
                    .timeoutDuration(Duration.ZERO)
                    .build());

    private final RateLimiter adaptive = AdaptiveRateLimiter.of("adaptive", config().build());

    private final RateLimiter adaptiveWithBurst =
            AdaptiveRateLimiter.of("adaptiveWithBurst", config().burst(10_000).build());

    /** The yardstick. */
    @Benchmark
    public boolean resilience4j() {
        return granted(resilience4j.acquirePermission(1));
    }

    /** The default burst of one call. */
    @Benchmark
    public boolean adaptive() {
        return adaptive.acquirePermission(1);
    }

    /** A full bucket. */
    @Benchmark
    public boolean adaptiveWithBurst() {
        return granted(adaptiveWithBurst.acquirePermission(1));
    }

    private static boolean granted(boolean granted) {
        if (!granted) {
            throw new IllegalStateException("This measures granted calls, and one was refused");
        }
        return true;
    }

    private static AdaptiveRateLimiterConfig.Builder config() {
        return AdaptiveRateLimiterConfig.custom()
                .limitForPeriod(Integer.MAX_VALUE)
                .limitRefreshPeriod(PERIOD)
                .timeoutDuration(Duration.ZERO);
    }
}
