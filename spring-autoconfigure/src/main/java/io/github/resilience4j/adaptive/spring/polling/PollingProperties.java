package io.github.resilience4j.adaptive.spring.polling;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What runs by itself.
 *
 * @param enabled Whether background calls and methods marked as polling run. Off in a staging system that must not use up
 *     the limit; all else works.
 * @since 0.1
 */
@ConfigurationProperties(prefix = "resilience4j.adaptive.polling", ignoreUnknownFields = false)
public record PollingProperties(@DefaultValue("true") boolean enabled) {}
