package io.github.resilience4j.adaptive.spring.queue;

import io.github.resilience4j.adaptive.spring.internal.Inheritance;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Queues by name, in the shape of Resilience4j's own properties.
 *
 * @param configs Settings that queues are based on, by name. Those named "default" hold for all that name no other.
 * @param instances Queues, by name. Each is made at the start.
 * @param tags Tags of the meters of all queues.
 * @param metrics Meters.
 * @param jdbc The table of queues whose store is jdbc.
 * @since 0.1
 */
@ConfigurationProperties(prefix = RetryQueueProperties.PREFIX, ignoreUnknownFields = false)
public record RetryQueueProperties(
        @DefaultValue Map<String, RetryQueueSettings> configs,
        @DefaultValue Map<String, RetryQueueSettings> instances,
        @DefaultValue Map<String, String> tags,
        @DefaultValue Metrics metrics,
        @DefaultValue Jdbc jdbc) {

    static final String PREFIX = "resilience4j.adaptive.queue";

    Inheritance<RetryQueueSettings> inheritance(WrittenProperties written) {
        return new Inheritance<>(PREFIX, configs, instances, RetryQueueSettings::baseConfig, written);
    }

    /**
     * Meters.
     *
     * @param enabled Whether queues have meters, where Micrometer is.
     */
    public record Metrics(@DefaultValue("true") boolean enabled) {}

    /**
     * The table of queues whose store is jdbc, in the application's DataSource.
     *
     * @param tableName Table, perhaps after a schema and a dot.
     * @param createTable Whether table and indexes are created at the start, unless they are there.
     */
    public record Jdbc(
            @DefaultValue("resilience4j_adaptive_queue") String tableName,
            @DefaultValue("false") boolean createTable) {}
}
