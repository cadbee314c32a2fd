package io.github.resilience4j.adaptive.spring.redis;

import io.github.resilience4j.adaptive.redis.RedisSharedBudget;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import io.github.resilience4j.adaptive.spring.ratelimiter.AdaptiveRateLimiterAutoConfiguration;
import io.lettuce.core.AbstractRedisClient;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A store of shared budgets on the Redis that Spring Data is connected to, with its client: TLS, users, sentinels, cluster and
 * timeouts are those of {@code spring.data.redis}. Limiters use it that say {@code shared-budget: redisSharedBudget}.
 *
 * @since 0.1
 */
@AutoConfiguration(
        before = AdaptiveRateLimiterAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration",
            "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration"
        })
@ConditionalOnClass({RedisSharedBudget.class, LettuceConnectionFactory.class, AbstractRedisClient.class})
@EnableConfigurationProperties(RedisSharedBudgetProperties.class)
public class RedisSharedBudgetAutoConfiguration {

    /** For Spring. */
    public RedisSharedBudgetAutoConfiguration() {}

    /** Lazy: where no limiter names it, nothing is connected. */
    @Bean(destroyMethod = "close")
    @Lazy
    @ConditionalOnMissingBean(RedisSharedBudget.class)
    @ConditionalOnSingleCandidate(LettuceConnectionFactory.class)
    DataRedisSharedBudget redisSharedBudget(
            LettuceConnectionFactory factory,
            RedisSharedBudgetProperties properties,
            ConfigurableEnvironment environment) {
        return DataRedisSharedBudget.of(factory, properties.config(new WrittenProperties(environment)));
    }
}
