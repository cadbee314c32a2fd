package io.github.resilience4j.adaptive.benchmarks.simulator.client;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import org.jspecify.annotations.Nullable;

/** The adaptive limiter the way Resilience4j's decorators use it: answers come back without saying whose they are. */
final class HookClient implements Client {

    private final AdaptiveRateLimiter limiter;
    private long wait;

    HookClient(AdaptiveRateLimiter limiter) {
        this.limiter = limiter;
    }

    @Override
    public @Nullable Call tryLeave() {
        wait = limiter.tryAcquirePermission();
        return wait == 0 ? limiter::onResult : null;
    }

    @Override
    public long askAgainIn() {
        return wait;
    }

    @Override
    public double perSecond() {
        return limiter.snapshot().limitForPeriod() / 60;
    }

    @Override
    public long cuts() {
        return limiter.snapshot().congestionEvents();
    }
}
