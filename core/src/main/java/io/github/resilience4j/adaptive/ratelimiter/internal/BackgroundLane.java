package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The lower lane of a limiter: the same budget, but it never waits and leaves a reserve. */
final class BackgroundLane extends PermitCarryingRateLimiter {

    private final LockFreeAdaptiveRateLimiter limiter;

    BackgroundLane(LockFreeAdaptiveRateLimiter limiter) {
        this.limiter = limiter;
    }

    @Override
    @Nullable
    Permit acquireForCall(int permits) {
        return limiter.tryAcquireInBackground(permits);
    }

    @Override
    CompletableFuture<Permit> acquireForStage(int permits) {
        return limiter.acquireInBackground(permits);
    }

    @Override
    public boolean acquirePermission(int permits) {
        return limiter.acquirePermissionInBackground(permits);
    }

    @Override
    public long reservePermission(int permits) {
        return limiter.acquirePermissionInBackground(permits) ? 0 : -1;
    }

    @Override
    public void onResult(@Nullable Object result) {
        limiter.onResult(result);
    }

    @Override
    public void onError(Throwable error) {
        limiter.onError(error);
    }

    @Override
    public void onSuccess() {
        limiter.onSuccess();
    }

    /** Has no effect: background calls never wait. */
    @Override
    public void changeTimeoutDuration(Duration timeoutDuration) {}

    @Override
    public void changeLimitForPeriod(int limitForPeriod) {
        limiter.changeLimitForPeriod(limitForPeriod);
    }

    @Override
    public void drainPermissions() {
        limiter.drainPermissions();
    }

    @Override
    public String getName() {
        return limiter.getName();
    }

    @Override
    public RateLimiterConfig getRateLimiterConfig() {
        return RateLimiterConfig.from(limiter.getRateLimiterConfig())
                .timeoutDuration(Duration.ZERO)
                .build();
    }

    @Override
    public Map<String, String> getTags() {
        return limiter.getTags();
    }

    @Override
    public Metrics getMetrics() {
        return limiter.getMetrics();
    }

    @Override
    public EventPublisher getEventPublisher() {
        return limiter.getEventPublisher();
    }
}
