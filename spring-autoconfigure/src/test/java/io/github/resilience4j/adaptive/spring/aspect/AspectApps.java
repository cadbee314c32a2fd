package io.github.resilience4j.adaptive.spring.aspect;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.Apps;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Applications with annotated beans. The limiter {@code tracker} has 60 permits an hour, all at once, and never waits. */
final class AspectApps {

    private static final String[] TRACKER = {
        "resilience4j.adaptive.ratelimiter.instances.tracker.limit-for-period=60",
        "resilience4j.adaptive.ratelimiter.instances.tracker.limit-refresh-period=1h",
        "resilience4j.adaptive.ratelimiter.instances.tracker.burst=60",
        "resilience4j.adaptive.ratelimiter.instances.tracker.min-limit-for-period=60",
        "resilience4j.adaptive.ratelimiter.instances.tracker.timeout-duration=0"
    };

    private AspectApps() {}

    static ApplicationContextRunner with(Class<?>... beans) {
        return proxying(Apps.alone()).withPropertyValues(TRACKER).withUserConfiguration(beans);
    }

    static ApplicationContextRunner besideResilience4j(Class<?>... beans) {
        return proxying(Apps.besideResilience4j()).withPropertyValues(TRACKER).withUserConfiguration(beans);
    }

    /** As every Boot application does. */
    static ApplicationContextRunner proxying(ApplicationContextRunner app) {
        return app.withConfiguration(AutoConfigurations.of(Apps.boot(
                "org.springframework.boot.aop.autoconfigure.AopAutoConfiguration",
                "org.springframework.boot.autoconfigure.aop.AopAutoConfiguration")));
    }

    static AdaptiveRateLimiter limiter(ApplicationContext context, String name) {
        return context.getBean(AdaptiveRateLimiterRegistry.class).rateLimiter(name);
    }

    /** Permits of {@code tracker} that are gone. */
    static int taken(ApplicationContext context) {
        return taken(context, "tracker");
    }

    static int taken(ApplicationContext context, String name) {
        AdaptiveRateLimiter limiter = limiter(context, name);
        return limiter.getRateLimiterConfig().getLimitForPeriod()
                - limiter.getMetrics().getAvailablePermissions();
    }
}
