package io.github.resilience4j.adaptive.spring.health;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What the health endpoint says of limiters. None of it makes an application unhealthy unless asked to: it serves what it can
 * without the calls that are held back, and a restart would only make it forget the pause.
 *
 * @param paused Health of a limiter that is paused.
 * @param probing Health of a limiter that waits for the answer of a probe, or for somebody to send one.
 * @param stopped Health of a limiter that a person has stopped.
 * @since 0.1
 */
@ConfigurationProperties(prefix = LimiterHealthProperties.PREFIX, ignoreUnknownFields = false)
public record LimiterHealthProperties(
        @DefaultValue("up") Shown paused,
        @DefaultValue("up") Shown probing,
        @DefaultValue("up") Shown stopped) {

    static final String PREFIX = "resilience4j.adaptive.health";

    /** What can be said. */
    public enum Shown {
        /** All is well. */
        UP,
        /** It is not; the health endpoint answers 503. */
        DOWN,
        /** It takes no part; the health endpoint answers 503. */
        OUT_OF_SERVICE,
        /** Nobody can say. */
        UNKNOWN
    }

    Shown of(State state) {
        return switch (state) {
            case RUNNING -> Shown.UP;
            case PAUSED -> paused;
            case PROBING -> probing;
            case STOPPED -> stopped;
        };
    }
}
