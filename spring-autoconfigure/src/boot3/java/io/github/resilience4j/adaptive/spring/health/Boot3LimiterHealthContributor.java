package io.github.resilience4j.adaptive.spring.health;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import java.util.Comparator;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.health.CompositeHealthContributor;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthContributor;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.NamedContributor;

/** The limiters that there are when somebody asks. */
final class Boot3LimiterHealthContributor implements CompositeHealthContributor {

    private final AdaptiveRateLimiterRegistry limiters;
    private final LimiterHealthProperties properties;

    Boot3LimiterHealthContributor(AdaptiveRateLimiterRegistry limiters, LimiterHealthProperties properties) {
        this.limiters = limiters;
        this.properties = properties;
    }

    @Override
    public @Nullable HealthContributor getContributor(String name) {
        return limiters.find(name).map(this::indicator).orElse(null);
    }

    @Override
    public Iterator<NamedContributor<HealthContributor>> iterator() {
        return limiters.getAllRateLimiters().stream()
                .sorted(Comparator.comparing(AdaptiveRateLimiter::getName))
                .map(limiter -> NamedContributor.<HealthContributor>of(limiter.getName(), indicator(limiter)))
                .iterator();
    }

    private HealthIndicator indicator(AdaptiveRateLimiter limiter) {
        return () -> {
            LimiterHealth now = LimiterHealth.of(limiter, properties);
            return Health.status(now.status()).withDetails(now.details()).build();
        };
    }
}
