package io.github.resilience4j.adaptive.spring.health;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthContributors;
import org.springframework.boot.health.contributor.HealthIndicator;

/** The limiters that there are when somebody asks. */
final class LimiterHealthContributor implements CompositeHealthContributor {

    private final AdaptiveRateLimiterRegistry limiters;
    private final LimiterHealthProperties properties;

    LimiterHealthContributor(AdaptiveRateLimiterRegistry limiters, LimiterHealthProperties properties) {
        this.limiters = limiters;
        this.properties = properties;
    }

    @Override
    public @Nullable HealthContributor getContributor(String name) {
        return limiters.find(name).map(this::indicator).orElse(null);
    }

    @Override
    public Stream<HealthContributors.Entry> stream() {
        return limiters.getAllRateLimiters().stream()
                .sorted(Comparator.comparing(AdaptiveRateLimiter::getName))
                .map(limiter -> new HealthContributors.Entry(limiter.getName(), indicator(limiter)));
    }

    private HealthIndicator indicator(AdaptiveRateLimiter limiter) {
        return () -> {
            LimiterHealth now = LimiterHealth.of(limiter, properties);
            return Health.status(now.status()).withDetails(now.details()).build();
        };
    }
}
