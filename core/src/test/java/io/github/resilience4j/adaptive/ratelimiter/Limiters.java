package io.github.resilience4j.adaptive.ratelimiter;

import java.time.Duration;

/** Limiters on the real clock, for tests of those who wait. */
final class Limiters {

    private Limiters() {}

    /** Whoever waits has half a minute of patience. */
    static AdaptiveRateLimiter perSecond(int limit, double burst) {
        return AdaptiveRateLimiter.of(
                "api",
                AdaptiveRateLimiterConfig.custom()
                        .limitForPeriod(limit)
                        .limitRefreshPeriod(Duration.ofSeconds(1))
                        .burst(burst)
                        .timeoutDuration(Duration.ofSeconds(30))
                        .outcomeClassifier(Reply.CLASSIFIER)
                        .build());
    }

    /** One permit an hour, and that is taken: whoever comes next waits as long as the test wants. */
    static AdaptiveRateLimiter exhausted() {
        AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of(
                "api",
                AdaptiveRateLimiterConfig.custom()
                        .limitForPeriod(1)
                        .limitRefreshPeriod(Duration.ofHours(1))
                        .timeoutDuration(Duration.ofDays(1000))
                        .outcomeClassifier(Reply.CLASSIFIER)
                        .build());
        if (!limiter.acquirePermission()) {
            throw new AssertionError("a new limiter has a permit");
        }
        return limiter;
    }
}
