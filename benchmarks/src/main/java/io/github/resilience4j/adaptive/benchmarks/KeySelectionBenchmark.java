package io.github.resilience4j.adaptive.benchmarks;

import io.github.resilience4j.adaptive.keypool.ApiKey;
import io.github.resilience4j.adaptive.keypool.ApiKeyLease;
import io.github.resilience4j.adaptive.keypool.ApiKeyPool;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolConfig;
import io.github.resilience4j.adaptive.keypool.KeyRotation;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.core.functions.CheckedFunction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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

/** What a call through the pool costs: choosing the key, its permit, and judging a success. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 10, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class KeySelectionBenchmark {

    /** How many there are to choose from. */
    @Param({"10", "1000"})
    private int keys;

    /**
     * How the pool is: {@code idle}, nothing is out; {@code busy}, one call is out with every key, so that none is better than
     * all others and each must be looked at; {@code benched}, all keys but one are benched.
     */
    @Param({"idle", "busy", "benched"})
    private String pool = "idle";

    private final CheckedFunction<ApiKeyLease, String> call = ApiKeyLease::keyId;
    private ApiKeyPool subject = ApiKeyPool.of("none", ApiKeyPoolConfig.ofDefaults(), List.of());

    /** Brings the pool into its state. */
    @Setup
    public void prepare() {
        List<ApiKey> all = IntStream.range(0, keys)
                .mapToObj(i -> ApiKey.of("key-" + i, "a-secret-of-key-" + i))
                .toList();
        subject = ApiKeyPool.of(
                "bench",
                ApiKeyPoolConfig.custom()
                        .limiterConfig(AdaptiveRateLimiterConfig.custom()
                                .limitForPeriod(Integer.MAX_VALUE)
                                .limitRefreshPeriod(Duration.ofNanos(10))
                                .burst(10_000)
                                .timeoutDuration(Duration.ZERO)
                                .build())
                        .build(),
                all);
        for (int i = 0; i < keys; i++) {
            KeyRotation.Attempt attempt = subject.rotation().next().join();
            if (pool.equals("idle") || (pool.equals("benched") && i == 0)) {
                attempt.onResult("served");
            } else if (pool.equals("benched")) {
                attempt.onResult(ResponseView.of(401, Map.of(), ""));
            }
        }
    }

    /** One call. */
    @Benchmark
    public String execute() throws Throwable {
        return subject.execute(call);
    }
}
