package io.github.resilience4j.adaptive.spring.aot;

import io.github.resilience4j.adaptive.annotation.AdaptiveRateLimit;
import io.github.resilience4j.adaptive.annotation.Coalesce;
import io.github.resilience4j.adaptive.coalesce.CoalescerRegistry;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolRegistry;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.polling.Polling;
import io.github.resilience4j.ratelimiter.RateLimiterRegistry;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import io.github.resilience4j.retry.RetryRegistry;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A small application that ends well only if all of ours is at work. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class AotApp {

    static final String[] PROPERTIES = {
        "--spring.main.web-application-type=none",
        "--spring.main.banner-mode=off",
        "--resilience4j.adaptive.ratelimiter.configs.default.timeout-duration=1s",
        "--resilience4j.adaptive.ratelimiter.instances.api.limit-for-period=7",
        "--resilience4j.adaptive.ratelimiter.instances.api.additional-limits[0].permits=3",
        "--resilience4j.adaptive.ratelimiter.instances.api.additional-limits[0].period=1s",
        "--resilience4j.adaptive.ratelimiter.instances.plain.base-config=default",
        "--resilience4j.adaptive.coalescer.instances.pages.max-age=1s",
        "--resilience4j.adaptive.retry.instances=calls",
        "--resilience4j.retry.instances.calls.max-attempts=4",
        "--resilience4j.adaptive.polling.enabled=false",
        "--resilience4j.adaptive.keypool.instances.maps.keys.one=abc",
        "--resilience4j.adaptive.keypool.instances.maps.keys.two.secret=def"
    };

    public static void main(String[] args) {
        try (ConfigurableApplicationContext context = SpringApplication.run(AotApp.class, args)) {
            AdaptiveRateLimiter limiter = context.getBean(AdaptiveRateLimiterRegistry.class)
                    .find("api")
                    .orElseThrow();
            check(limiter.snapshot().configuredLimitForPeriod() == 7, "limit");
            check(context.getBean(RateLimiterRegistry.class).rateLimiter("api") == limiter, "publication");
            check(context.getBean(CoalescerRegistry.class).find("pages").isPresent(), "coalescer");
            check(
                    context.getBean(RetryRegistry.class)
                                    .retry("calls")
                                    .getRetryConfig()
                                    .getResultPredicate()
                            != null,
                    "retry");
            check(
                    context.getBean(ApiKeyPoolRegistry.class)
                                    .find("maps")
                                    .orElseThrow()
                                    .stats()
                                    .size()
                            == 2,
                    "key pool");
            context.getBean(Job.class).run();
            limiter.stop("test");
            check(context.getBean(Job.class).limited(new Id("a")).equals("instead of a"), "fallback");
        }
    }

    static void check(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException(what);
        }
    }

    @Bean
    Job job() {
        return new Job();
    }

    /** An argument that SpEL looks into. */
    public record Id(String name) {}

    /** Must not run: polling is off. */
    public static class Job {

        @Coalesce(name = "pages", key = "#id.name()")
        @AdaptiveRateLimit(name = "api", fallbackMethod = "instead")
        public String limited(Id id) {
            return "called";
        }

        String instead(Id id, RequestNotPermitted refused) {
            return "instead of " + id.name();
        }

        @Polling
        public void run() {
            throw new IllegalStateException("polled");
        }
    }
}
