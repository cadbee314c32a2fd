package io.github.resilience4j.adaptive.spring.retry;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Retries of Resilience4j that listen to the server.
 *
 * @param instances Names of instances in resilience4j.retry.instances that wait as long as the server asks, and never retry a
 *     refusal of our own side. What is set there stays, its wait as the least.
 * @param maxRetryAfter Longest wait that a server may ask for, 0 or more. More ends the retrying at once, with the original
 *     failure.
 * @param idempotent Whether all calls are idempotent (true), or only those whose method is seen and says so (false). Default:
 *     those whose method says so or cannot be seen.
 * @param retryBudget Retries per call over all callers of an instance, above 0 and at most 1. Default: no budget.
 * @since 0.1
 */
@ConfigurationProperties(prefix = RetryAfterAwareRetryProperties.PREFIX, ignoreUnknownFields = false)
public record RetryAfterAwareRetryProperties(
        @DefaultValue List<String> instances,
        @DefaultValue("2m") Duration maxRetryAfter,
        @Nullable Boolean idempotent,
        @Nullable Double retryBudget) {

    static final String PREFIX = "resilience4j.adaptive.retry";
}
