package io.github.resilience4j.adaptive.spring.actuator;

import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolEvent;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent;
import io.github.resilience4j.adaptive.spring.actuator.EventLog.Happening;
import java.time.Duration;
import java.util.Optional;

/** Events in words. Those that every second call may raise are none of the endpoint's business. */
final class Happenings {

    private Happenings() {}

    static Optional<Happening> of(AdaptiveRateLimiterEvent event) {
        if (event instanceof AdaptiveRateLimiterEvent.Throttled throttled) {
            return limiter(event, "refused by the server", asked(throttled.retryAfter()), "");
        }
        if (event instanceof AdaptiveRateLimiterEvent.LimitChanged changed) {
            String limits = PlainWords.of(changed.limitBefore()) + " → " + PlainWords.of(changed.limitAfter());
            boolean cut = changed.cause() == AdaptiveRateLimiterEvent.LimitChanged.Cause.CUT;
            return limiter(event, cut ? "limit cut" : "limit configured", limits, limits);
        }
        if (event instanceof AdaptiveRateLimiterEvent.Paused paused) {
            String detail = paused.reason() + ", " + PlainWords.of(paused.remaining());
            return limiter(
                    event,
                    paused.prolonged() ? "pause prolonged" : "paused",
                    detail,
                    paused.reason().name());
        }
        if (event instanceof AdaptiveRateLimiterEvent.Probing probing) {
            return limiter(event, "probing", "after " + probing.reason(), "");
        }
        if (event instanceof AdaptiveRateLimiterEvent.Resumed resumed) {
            return limiter(event, "resumed", "limit " + PlainWords.of(resumed.limitForPeriod()), "");
        }
        if (event instanceof AdaptiveRateLimiterEvent.Stopped stopped) {
            return limiter(event, "stopped", stopped.reason(), stopped.reason());
        }
        if (event instanceof AdaptiveRateLimiterEvent.Rejected rejected) {
            return limiter(event, "turned away", why(rejected), rejected.state() + " " + rejected.pauseReason());
        }
        return Optional.empty();
    }

    static Optional<Happening> of(ApiKeyPoolEvent event) {
        if (event instanceof ApiKeyPoolEvent.Benched benched) {
            String detail = benched.keyId() + ": " + benched.reason() + ", " + PlainWords.of(benched.remaining());
            return pool(event, benched.prolonged() ? "bench prolonged" : "key benched", detail, benched.keyId());
        }
        if (event instanceof ApiKeyPoolEvent.Returned returned) {
            return pool(event, "key returned", returned.keyId() + ": " + returned.how(), returned.keyId());
        }
        if (event instanceof ApiKeyPoolEvent.Exhausted exhausted) {
            return pool(event, "no key left", "the first is back in " + PlainWords.of(exhausted.retryAfter()), "");
        }
        if (event instanceof ApiKeyPoolEvent.KeysChanged changed) {
            return pool(event, "keys changed", changed.keyId() + ": " + changed.change(), changed.keyId());
        }
        return Optional.empty();
    }

    private static String asked(Duration retryAfter) {
        return retryAfter.isZero() ? "it named no time" : "it asked to wait " + PlainWords.of(retryAfter);
    }

    private static String why(AdaptiveRateLimiterEvent.Rejected rejected) {
        return switch (rejected.state()) {
            case STOPPED -> "stopped: " + rejected.stopReason();
            case PAUSED ->
                "paused, " + rejected.pauseReason() + ", " + PlainWords.of(rejected.pauseRemaining()) + " left";
            case PROBING -> "probing after " + rejected.pauseReason();
            case RUNNING -> "no permit in the caller's time";
        };
    }

    private static Optional<Happening> limiter(
            AdaptiveRateLimiterEvent event, String what, String detail, String sameAs) {
        return Optional.of(new Happening("limiter", event.limiterName(), what, detail, sameAs));
    }

    private static Optional<Happening> pool(ApiKeyPoolEvent event, String what, String detail, String sameAs) {
        return Optional.of(new Happening("keypool", event.poolName(), what, detail, sameAs));
    }
}
