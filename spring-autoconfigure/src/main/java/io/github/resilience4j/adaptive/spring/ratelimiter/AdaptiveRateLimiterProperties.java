package io.github.resilience4j.adaptive.spring.ratelimiter;

import io.github.resilience4j.adaptive.spring.internal.Inheritance;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import java.time.Duration;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Limiters by name, in the shape of Resilience4j's own properties.
 *
 * @param configs Settings that limiters are based on, by name. Those named "default" hold for all that name no other.
 * @param instances Limiters, by name. Each is made at the start.
 * @param tags Tags of the meters of all limiters.
 * @param maxKeys How many limiters for single keys are remembered, over all names, 1 or more.
 * @param keyIdleTime How long a limiter for a single key is remembered that nobody asks for, above 0.
 * @param metrics Meters.
 * @since 0.1
 */
@ConfigurationProperties(prefix = AdaptiveRateLimiterProperties.PREFIX, ignoreUnknownFields = false)
public record AdaptiveRateLimiterProperties(
        @DefaultValue Map<String, AdaptiveRateLimiterSettings> configs,
        @DefaultValue Map<String, AdaptiveRateLimiterSettings> instances,
        @DefaultValue Map<String, String> tags,
        @DefaultValue("10000") int maxKeys,
        @DefaultValue("1h") Duration keyIdleTime,
        @DefaultValue Metrics metrics) {

    static final String PREFIX = "resilience4j.adaptive.ratelimiter";

    Inheritance<AdaptiveRateLimiterSettings> inheritance(WrittenProperties written) {
        return new Inheritance<>(PREFIX, configs, instances, AdaptiveRateLimiterSettings::baseConfig, written);
    }

    /**
     * Meters.
     *
     * @param enabled Whether limiters have meters, where Micrometer is.
     */
    public record Metrics(@DefaultValue("true") boolean enabled) {}
}
