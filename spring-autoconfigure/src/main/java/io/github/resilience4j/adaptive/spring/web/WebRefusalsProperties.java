package io.github.resilience4j.adaptive.spring.web;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How refusals of our own side are answered.
 *
 * @param enabled Whether refusals of our own side that reach MVC or WebFlux are answered 503 with Retry-After and a problem
 *     detail. Handlers of your own win in any case.
 * @since 0.1
 */
@ConfigurationProperties(prefix = WebRefusalsProperties.PREFIX, ignoreUnknownFields = false)
public record WebRefusalsProperties(@DefaultValue("true") boolean enabled) {

    static final String PREFIX = "resilience4j.adaptive.web";
}
