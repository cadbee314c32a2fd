package io.github.resilience4j.adaptive.spring.keypool;

import io.github.resilience4j.adaptive.spring.internal.Inheritance;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Key pools by name, in the shape of Resilience4j's own properties.
 *
 * @param configs Settings that pools are based on, by name. Those named "default" hold for all that name no other.
 * @param instances Pools, by name. Each is made at the start.
 * @param tags Tags of the meters of all pools.
 * @param metrics Meters.
 * @since 0.1
 */
@ConfigurationProperties(prefix = ApiKeyPoolProperties.PREFIX, ignoreUnknownFields = false)
public record ApiKeyPoolProperties(
        @DefaultValue Map<String, ApiKeyPoolSettings> configs,
        @DefaultValue Map<String, ApiKeyPoolSettings> instances,
        @DefaultValue Map<String, String> tags,
        @DefaultValue Metrics metrics) {

    static final String PREFIX = "resilience4j.adaptive.keypool";

    Inheritance<ApiKeyPoolSettings> inheritance(WrittenProperties written) {
        return new Inheritance<>(PREFIX, configs, instances, ApiKeyPoolSettings::baseConfig, written);
    }

    /**
     * Meters.
     *
     * @param enabled Whether pools have meters, where Micrometer is.
     */
    public record Metrics(@DefaultValue("true") boolean enabled) {}
}
