package io.github.resilience4j.adaptive.spring.redis;

import io.github.resilience4j.adaptive.internal.RefusedSetting;
import io.github.resilience4j.adaptive.redis.RedisSharedBudgetConfig;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where budgets are kept in Redis and for how long. Which Redis it is, spring.data.redis says.
 *
 * @param keyPrefix What keys and channels begin with; no braces.
 * @param keepFor How long a budget that nobody uses is remembered, a minute to ten years.
 * @since 0.1
 */
@ConfigurationProperties(prefix = RedisSharedBudgetProperties.PREFIX, ignoreUnknownFields = false)
public record RedisSharedBudgetProperties(
        @DefaultValue("resilience4j:adaptive:") String keyPrefix,
        @DefaultValue("7d") Duration keepFor) {

    static final String PREFIX = "resilience4j.adaptive.redis";

    RedisSharedBudgetConfig config(WrittenProperties written) {
        try {
            return RedisSharedBudgetConfig.custom()
                    .keyPrefix(keyPrefix)
                    .keepFor(keepFor)
                    .build();
        } catch (RefusedSetting e) {
            throw written.refuse(e, PREFIX);
        }
    }
}
