package io.github.resilience4j.adaptive.spring.health;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.PauseReason;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Snapshot;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What health says of a limiter, whichever Boot asks.
 *
 * @param status as Boot calls it
 * @param details why, and for how long
 */
record LimiterHealth(String status, Map<String, Object> details) {

    static LimiterHealth of(AdaptiveRateLimiter limiter, LimiterHealthProperties properties) {
        Snapshot now = limiter.snapshot();
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("state", now.state().name());
        if (now.state() == State.STOPPED) {
            details.put("stopReason", now.stopReason());
        } else if (now.pauseReason() != PauseReason.NONE) {
            details.put("pauseReason", now.pauseReason().name());
            details.put("pauseRemaining", now.pauseRemaining().toString());
        }
        details.put("limitForPeriod", now.limitForPeriod());
        details.put("configuredLimitForPeriod", now.configuredLimitForPeriod());
        details.put("consecutiveFailures", now.consecutiveFailures());
        if (now.lastSuccessAt() != null) {
            details.put("lastSuccessAt", now.lastSuccessAt().toString());
        }
        return new LimiterHealth(properties.of(now.state()).name(), details);
    }
}
