package io.github.resilience4j.adaptive.benchmarks.crowd;

import com.google.common.util.concurrent.RateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Whose callers wait. The others know no pause: what would flow in that time is taken from them in advance. */
enum Contestant {
    /** What a virtual thread costs that parks for a time, without any limiter. All of them leave at once. */
    PARK("threads that only park") {
        @Override
        StandingLine standStill(int perSecond, int seconds) {
            long opensAt = System.nanoTime() + seconds * Turns.SECOND;
            return StandingLine.ofThreads(
                    leaves -> {
                        parkUntil(opensAt);
                        leaves.run();
                    },
                    opensAt,
                    (place, turn, left) -> opensAt,
                    () -> {});
        }
    },

    ADAPTIVE("adaptive, threads") {
        @Override
        StandingLine standStill(int perSecond, int seconds) {
            AdaptiveRateLimiter limiter = adaptive(perSecond);
            long opensAt = pause(limiter, seconds);
            return StandingLine.ofThreads(
                    limiter::executeRunnable,
                    opensAt,
                    Turns.evenly(perSecond, BURST_NANOS),
                    () -> pause(limiter, seconds + 1));
        }
    },

    ADAPTIVE_ASYNC("adaptive, without threads") {
        @Override
        StandingLine standStill(int perSecond, int seconds) {
            AdaptiveRateLimiter limiter = adaptive(perSecond);
            long opensAt = pause(limiter, seconds);
            return new StandingLine(
                    leaves -> {
                        var unused = limiter.acquireAsync(1, PATIENCE).thenAccept(permit -> {
                            leaves.run();
                            permit.onResult(null);
                        });
                    },
                    opensAt,
                    Turns.evenly(perSecond, BURST_NANOS),
                    () -> pause(limiter, seconds + 1));
        }
    },

    RESILIENCE4J("Resilience4j, threads") {
        @Override
        StandingLine standStill(int perSecond, int seconds) {
            long start = System.nanoTime();
            AtomicRateLimiter limiter = new AtomicRateLimiter(
                    "crowd",
                    RateLimiterConfig.custom()
                            .limitForPeriod(perSecond)
                            .limitRefreshPeriod(Duration.ofSeconds(1))
                            .timeoutDuration(PATIENCE)
                            .build());
            limiter.reservePermission(perSecond * seconds);
            long opensAt = start + seconds * Turns.SECOND;
            return StandingLine.ofThreads(
                    limiter::executeRunnable,
                    opensAt,
                    (place, turn, left) -> opensAt + place / perSecond * Turns.SECOND,
                    () -> {});
        }
    },

    GUAVA("Guava, threads") {
        // Its limiter is marked as beta.
        @SuppressWarnings("UnstableApiUsage")
        @Override
        StandingLine standStill(int perSecond, int seconds) {
            RateLimiter limiter = RateLimiter.create(perSecond);
            limiter.acquire(perSecond * seconds);
            long opensAt = System.nanoTime() + seconds * Turns.SECOND;
            return StandingLine.ofThreads(
                    leaves -> {
                        limiter.acquire();
                        leaves.run();
                    },
                    opensAt,
                    Turns.evenly(perSecond, PATIENCE.toNanos()),
                    () -> {});
        }
    };

    private static final long BURST_NANOS = 5_000_000L;
    private static final Duration PATIENCE = Duration.ofHours(10);

    final String title;

    Contestant(String title) {
        this.title = title;
    }

    /**
     * A limiter of that many calls a second that stands still for some seconds from now on. Ours gets a burst of what comes
     * in 5 ms, at least 1: the line may make up for so late a thread, and no later one. Guava's makes up for any.
     */
    abstract StandingLine standStill(int perSecond, int seconds);

    private static AdaptiveRateLimiter adaptive(int perSecond) {
        return AdaptiveRateLimiter.of(
                "crowd",
                AdaptiveRateLimiterConfig.custom()
                        .limitForPeriod(perSecond)
                        .limitRefreshPeriod(Duration.ofSeconds(1))
                        .burst(Math.max(1, perSecond * (double) BURST_NANOS / Turns.SECOND))
                        .timeoutDuration(PATIENCE)
                        .build());
    }

    private static long pause(AdaptiveRateLimiter limiter, int seconds) {
        long opensAt = System.nanoTime() + seconds * Turns.SECOND;
        limiter.pause(Duration.ofSeconds(seconds));
        return opensAt;
    }

    private static void parkUntil(long nanoTime) {
        long left = nanoTime - System.nanoTime();
        while (left > 0) {
            LockSupport.parkNanos(left);
            left = nanoTime - System.nanoTime();
        }
    }
}
