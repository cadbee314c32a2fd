package io.github.resilience4j.adaptive.spring.coalesce;

import io.github.resilience4j.adaptive.spring.internal.Inheritance;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Coalescers by name, in the shape of Resilience4j's own properties.
 *
 * @param configs Settings that coalescers are based on, by name. Those named "default" hold for all that name no other.
 * @param instances Coalescers, by name. Each is made at the start.
 * @param tags Tags of the meters of all coalescers.
 * @param metrics Meters.
 * @since 0.1
 */
@ConfigurationProperties(prefix = CoalescerProperties.PREFIX, ignoreUnknownFields = false)
public record CoalescerProperties(
        @DefaultValue Map<String, CoalescerSettings> configs,
        @DefaultValue Map<String, CoalescerSettings> instances,
        @DefaultValue Map<String, String> tags,
        @DefaultValue Metrics metrics) {

    static final String PREFIX = "resilience4j.adaptive.coalescer";

    Inheritance<CoalescerSettings> inheritance(WrittenProperties written) {
        return new Inheritance<>(PREFIX, configs, instances, CoalescerSettings::baseConfig, written);
    }

    /**
     * Meters.
     *
     * @param enabled Whether coalescers have meters, where Micrometer is.
     */
    public record Metrics(@DefaultValue("true") boolean enabled) {}
}
