package io.github.resilience4j.adaptive.spring.circuitbreaker;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Circuit breakers of Resilience4j that know whose fault a failure is.
 *
 * @param instances Names of instances in resilience4j.circuitbreaker.instances that ignore refusals of our own side and 429s,
 *     and stay open for as long as a 503 asks. What is set there stays, but for one call in half-open state.
 * @param openOnThrottle Whether a 429 with Retry-After opens them as a 503 does: for calls without an adaptive limiter.
 * @since 0.1
 */
@ConfigurationProperties(prefix = RetryAfterAwareCircuitBreakerProperties.PREFIX, ignoreUnknownFields = false)
public record RetryAfterAwareCircuitBreakerProperties(
        @DefaultValue List<String> instances,
        @DefaultValue("false") boolean openOnThrottle) {

    static final String PREFIX = "resilience4j.adaptive.circuitbreaker";
}
