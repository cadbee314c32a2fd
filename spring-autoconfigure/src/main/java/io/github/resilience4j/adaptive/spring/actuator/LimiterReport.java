package io.github.resilience4j.adaptive.spring.actuator;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.PauseReason;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Snapshot;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A limiter as programs and the dashboard read it. Times are texts in ISO 8601: mappers differ in how they would write them.
 *
 * @param name its name
 * @param lastSuccessAt when the server last served a call; null if never. First, as all else can look well without it
 * @param state whether calls may leave
 * @param reason why not: the reason of the pause, or what the person said who stopped it; empty if they may
 * @param pauseRemainingMillis until the pause ends, 0 without one
 * @param limitForPeriod permits per refresh period, in force once a pause is over
 * @param configuredLimitForPeriod the ceiling
 * @param refreshPeriodMillis what the limits are stated for
 * @param burst most permits at once
 * @param waiting callers that wait
 * @param inFlight calls that left and have no answer yet
 * @param consecutiveFailures failures since the last success
 * @param throttledCalls calls refused by the server
 * @param congestionEvents cuts of the limit
 * @param rejectedCalls calls turned away by the limiter
 * @param lastRejectedAt when it last turned one away; null if never
 * @param tags its tags
 * @param evidence what the refusals say; null for keyed limiters, of which there may be many
 */
record LimiterReport(
        String name,
        @Nullable String lastSuccessAt,
        State state,
        String reason,
        long pauseRemainingMillis,
        double limitForPeriod,
        int configuredLimitForPeriod,
        long refreshPeriodMillis,
        double burst,
        int waiting,
        int inFlight,
        int consecutiveFailures,
        long throttledCalls,
        long congestionEvents,
        long rejectedCalls,
        @Nullable String lastRejectedAt,
        Map<String, String> tags,
        @Nullable EvidenceReport evidence) {

    static LimiterReport of(AdaptiveRateLimiter limiter) {
        return of(limiter, limiter.getName(), EvidenceReport.of(limiter.evidence()));
    }

    static LimiterReport keyed(String key, AdaptiveRateLimiter limiter) {
        return of(limiter, key, null);
    }

    private static LimiterReport of(AdaptiveRateLimiter limiter, String name, @Nullable EvidenceReport evidence) {
        Snapshot now = limiter.snapshot();
        return new LimiterReport(
                name,
                text(now.lastSuccessAt()),
                now.state(),
                reason(now),
                now.pauseRemaining().toMillis(),
                now.limitForPeriod(),
                now.configuredLimitForPeriod(),
                limiter.getRateLimiterConfig().getLimitRefreshPeriod().toMillis(),
                now.burst(),
                now.waiting(),
                now.inFlight(),
                now.consecutiveFailures(),
                now.throttledCalls(),
                now.congestionEvents(),
                now.rejectedCalls(),
                text(now.lastRejectedAt()),
                limiter.getTags(),
                evidence);
    }

    /** A stop is stronger than a pause, so its reason is the one that counts. */
    static String reason(Snapshot now) {
        if (now.state() == State.STOPPED) {
            return now.stopReason();
        }
        return now.pauseReason() == PauseReason.NONE ? "" : now.pauseReason().name();
    }

    private static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }
}
