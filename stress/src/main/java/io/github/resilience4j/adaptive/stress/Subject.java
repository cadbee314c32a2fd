package io.github.resilience4j.adaptive.stress;

import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.adaptive.ratelimiter.Recovery;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A limiter on a clock that moves only when told to, and what is asked of it in every test. */
final class Subject {

    static final ResponseView OK = ResponseView.of(200, Map.of(), "");

    private static final AdaptiveRateLimiterConfig ONE = holding(1).build();
    private static final AdaptiveRateLimiterConfig TWO = holding(2).build();

    final AdaptiveRateLimiter limiter;
    private final AtomicLong now = new AtomicLong();

    Subject(AdaptiveRateLimiterConfig config) {
        this.limiter = AdaptiveRateLimiter.of("subject", config, now::get);
    }

    /** As many permits a second, all of them in the bucket. */
    static AdaptiveRateLimiterConfig.Builder holding(int permits) {
        return AdaptiveRateLimiterConfig.custom()
                .limitForPeriod(permits)
                .limitRefreshPeriod(Duration.ofSeconds(1))
                .burst(permits)
                .recovery(Recovery.LINEAR);
    }

    static Subject holdingOne() {
        return new Subject(ONE);
    }

    static Subject holdingTwo() {
        return new Subject(TWO);
    }

    static ResponseView tooMany(int retryAfterSeconds) {
        return ResponseView.of(429, Map.of("Retry-After", List.of(Integer.toString(retryAfterSeconds))), "");
    }

    /** The server refused, and the time it asked for is over. */
    Subject afterAPause() {
        limiter.onResult(tooMany(1));
        return oneSecondLater();
    }

    Subject oneSecondLater() {
        now.addAndGet(TimeUnit.SECONDS.toNanos(1));
        return this;
    }

    boolean leaves() {
        return limiter.tryAcquirePermission() == 0;
    }

    /** A call that leaves; the test is wrong if it may not. */
    Permit leave() {
        return limiter.tryAcquire(1).orElseThrow();
    }

    int available() {
        return limiter.getMetrics().getAvailablePermissions();
    }

    int cuts() {
        return (int) limiter.snapshot().congestionEvents();
    }

    int inFlight() {
        return limiter.snapshot().inFlight();
    }
}
