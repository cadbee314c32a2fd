package io.github.resilience4j.adaptive.spring.client;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which of Spring's HTTP clients go through which limiter.
 *
 * @param restClient of every RestClient.Builder bean
 * @param restTemplate of every RestTemplate bean and every RestTemplateBuilder bean
 * @param webClient of every WebClient.Builder bean
 * @since 0.1
 */
@ConfigurationProperties(prefix = LimitedClientProperties.PREFIX, ignoreUnknownFields = false)
public record LimitedClientProperties(
        @DefaultValue Calls restClient,
        @DefaultValue Calls restTemplate,
        @DefaultValue Calls webClient) {

    static final String PREFIX = "resilience4j.adaptive.client";

    /**
     * How the requests of a kind of client leave.
     *
     * @param limiter Name of the limiter in resilience4j.adaptive.ratelimiter.instances that every request goes through.
     *     Default: none.
     * @param key What tells requests apart: all share the limiter (none), or each host has one of its own with the same
     *     settings (host).
     */
    public record Calls(
            @Nullable String limiter, @DefaultValue("none") Key key) {}

    /** What tells requests apart. */
    public enum Key {
        /** Nothing: all share one limiter. */
        NONE,
        /** The host, with the port if the address names one. */
        HOST
    }
}
