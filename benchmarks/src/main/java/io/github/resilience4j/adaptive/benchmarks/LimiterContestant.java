package io.github.resilience4j.adaptive.benchmarks;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import io.github.bucket4j.Bucket;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Whose calls {@link LimiterBenchmark} measures; each as its own documentation has it used, and none of them waits. */
public enum LimiterContestant {
    /** The yardstick. */
    RESILIENCE4J {
        @Override
        Door open() {
            return door(
                    RateLimiterConfig.custom().limitForPeriod(Integer.MAX_VALUE).limitRefreshPeriod(INSTANT));
        }

        @Override
        Door shut() {
            return door(RateLimiterConfig.custom().limitForPeriod(1).limitRefreshPeriod(AGES));
        }

        private Door door(RateLimiterConfig.Builder config) {
            RateLimiter limiter = RateLimiter.of(
                    "resilience4j",
                    config.timeoutDuration(Duration.ZERO)
                            .drainPermissionsOnResult(result -> false)
                            .build());
            return new Door(() -> limiter.acquirePermission(1), call -> RateLimiter.decorateSupplier(limiter, call));
        }
    },

    /** With room for some thousand at once, so that no thread is ever turned away. */
    ADAPTIVE {
        @Override
        Door open() {
            return door(adaptive()
                    .limitForPeriod(Integer.MAX_VALUE)
                    .limitRefreshPeriod(INSTANT)
                    .burst(10_000));
        }

        @Override
        Door shut() {
            return door(adaptive().limitForPeriod(1).limitRefreshPeriod(AGES));
        }

        private Door door(AdaptiveRateLimiterConfig.Builder config) {
            AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of("adaptive", config.build());
            return new Door(
                    () -> limiter.acquirePermission(1), call -> AdaptiveRateLimiter.decorateSupplier(limiter, call));
        }
    },

    /** The same through Resilience4j's decorator, as one call of the default burst at a time. */
    ADAPTIVE_AS_RATE_LIMITER {
        @Override
        Door open() {
            return door(adaptive().limitForPeriod(Integer.MAX_VALUE).limitRefreshPeriod(INSTANT));
        }

        @Override
        Door shut() {
            return door(adaptive().limitForPeriod(1).limitRefreshPeriod(AGES));
        }

        private Door door(AdaptiveRateLimiterConfig.Builder config) {
            RateLimiter limiter = AdaptiveRateLimiter.of("adaptive", config.build());
            return new Door(() -> limiter.acquirePermission(1), call -> RateLimiter.decorateSupplier(limiter, call));
        }

        @Override
        boolean turnsNobodyAway(int threads) {
            return threads == 1;
        }
    },

    /** A lock-free bucket, as it is by default. */
    BUCKET4J {
        @Override
        Door open() {
            return door(1_000_000_000, Duration.ofSeconds(1));
        }

        @Override
        Door shut() {
            return door(1, AGES);
        }

        private Door door(long calls, Duration period) {
            Bucket bucket = Bucket.builder()
                    .addLimit(limit -> limit.capacity(calls).refillGreedy(calls, period))
                    .build();
            return new Door(() -> bucket.tryConsume(1), call -> () -> {
                if (!bucket.tryConsume(1)) {
                    throw new IllegalStateException("No token");
                }
                return call.get();
            });
        }
    },

    /** Has no decorator: taking a permit and the call. */
    GUAVA {
        @Override
        Door open() {
            return door(1e9);
        }

        @Override
        Door shut() {
            return door(1.0 / AGES.toSeconds());
        }

        // Its limiter is marked as beta.
        @SuppressWarnings("UnstableApiUsage")
        private Door door(double perSecond) {
            var limiter = com.google.common.util.concurrent.RateLimiter.create(perSecond);
            return new Door(limiter::tryAcquire, call -> () -> {
                if (!limiter.tryAcquire()) {
                    throw new IllegalStateException("No permit");
                }
                return call.get();
            });
        }
    },

    /** Smooth; decorated is a policy of its own executor. */
    FAILSAFE {
        @Override
        Door open() {
            return door(Duration.ofNanos(1));
        }

        @Override
        Door shut() {
            return door(AGES);
        }

        private Door door(Duration interval) {
            dev.failsafe.RateLimiter<Object> limiter =
                    dev.failsafe.RateLimiter.smoothBuilder(interval).build();
            FailsafeExecutor<Object> executor = Failsafe.with(limiter);
            return new Door(limiter::tryAcquirePermit, call -> () -> executor.get(call::get));
        }
    };

    private static final Duration INSTANT = Duration.ofNanos(10);
    private static final Duration AGES = Duration.ofDays(100);

    /**
     * A limiter.
     *
     * @param acquire asks for one permit
     * @param decorator puts a call into it
     */
    public record Door(BooleanSupplier acquire, Decorator decorator) {}

    /** Puts a call into a limiter. */
    @FunctionalInterface
    public interface Decorator {

        /** The call with the limiter around it. */
        Supplier<Object> decorate(Supplier<Object> call);
    }

    /** Lets everybody through. */
    abstract Door open();

    /** Lets one through in a hundred days. */
    abstract Door shut();

    /** Whether {@link #open} really does for so many threads. */
    boolean turnsNobodyAway(int threads) {
        return true;
    }

    private static AdaptiveRateLimiterConfig.Builder adaptive() {
        return AdaptiveRateLimiterConfig.custom().timeoutDuration(Duration.ZERO);
    }
}
