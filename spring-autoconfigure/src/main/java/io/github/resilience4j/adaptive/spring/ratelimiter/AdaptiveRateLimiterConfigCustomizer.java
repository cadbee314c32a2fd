package io.github.resilience4j.adaptive.spring.ratelimiter;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import java.util.function.Consumer;

/**
 * A bean that changes the settings of one limiter, or of one config and so of all that are based on it, after the
 * properties: for what is no text. There may be several for a name; they follow the order of the beans.
 *
 * <p>Yours to implement: a method without a default is added in a major version only.
 *
 * @since 0.1
 */
public interface AdaptiveRateLimiterConfigCustomizer {

    /**
     * Whose settings.
     *
     * @return the name of an instance or config; {@code default} for all that are based on no other
     */
    String name();

    /**
     * Changes the settings.
     *
     * @param builder with what the properties say
     */
    void customize(AdaptiveRateLimiterConfig.Builder builder);

    /**
     * Makes one.
     *
     * @param name whose settings
     * @param change what to change
     * @return the customizer
     */
    static AdaptiveRateLimiterConfigCustomizer of(String name, Consumer<AdaptiveRateLimiterConfig.Builder> change) {
        return new AdaptiveRateLimiterConfigCustomizer() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public void customize(AdaptiveRateLimiterConfig.Builder builder) {
                change.accept(builder);
            }
        };
    }
}
