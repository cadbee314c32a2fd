package io.github.resilience4j.adaptive.spring.aspect;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The places of the annotations among the other aspects of a method. Resilience4j's are, from the outside in, 2147483642 for
 * {@code @Retry}, one more for {@code @CircuitBreaker}, and one more for {@code @RateLimiter}.
 *
 * @param adaptiveRateLimit {@code @AdaptiveRateLimit}
 * @param coalesce {@code @Coalesce}
 * @param coalesceEvict {@code @CoalesceEvict}
 * @since 0.1
 */
@ConfigurationProperties(prefix = AnnotationsProperties.PREFIX, ignoreUnknownFields = false)
public record AnnotationsProperties(
        @DefaultValue AdaptiveRateLimit adaptiveRateLimit,
        @DefaultValue Coalesce coalesce,
        @DefaultValue CoalesceEvict coalesceEvict) {

    static final String PREFIX = "resilience4j.adaptive.annotations";

    /**
     * Of {@code @AdaptiveRateLimit}.
     *
     * @param aspectOrder Place of AdaptiveRateLimit among the aspects of a method; smaller is further out. By default
     *     inside of Retry and CircuitBreaker: every attempt takes its permits.
     */
    public record AdaptiveRateLimit(
            @DefaultValue("2147483644") int aspectOrder) {}

    /**
     * Of {@code @Coalesce}.
     *
     * @param aspectOrder Place of Coalesce among the aspects of a method; smaller is further out. By default outside of
     *     Retry: whoever joins a call makes no attempts.
     */
    public record Coalesce(@DefaultValue("2147483641") int aspectOrder) {}

    /**
     * Of {@code @CoalesceEvict}.
     *
     * @param aspectOrder Place of CoalesceEvict among the aspects of a method; smaller is further out. By default outside of
     *     all others, and so after the commit of a transaction.
     */
    public record CoalesceEvict(@DefaultValue("2147483640") int aspectOrder) {}
}
