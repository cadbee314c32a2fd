package io.github.resilience4j.adaptive.spring.aspect;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiter;

/** Where a call takes its permits. */
record Lane(AdaptiveRateLimiter limiter, int permits, boolean background) {

    RateLimiter entrance() {
        return background ? limiter.background() : limiter;
    }
}
