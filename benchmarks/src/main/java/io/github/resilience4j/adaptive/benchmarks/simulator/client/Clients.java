package io.github.resilience4j.adaptive.benchmarks.simulator.client;

import io.github.resilience4j.adaptive.benchmarks.simulator.server.Answer;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import java.time.Duration;
import java.util.function.LongSupplier;

/** The clients there are. All of them with default settings but for the budget. */
public enum Clients implements Client.Factory {
    HOOKS {
        @Override
        Client of(AdaptiveRateLimiter limiter, LongSupplier nanoTime) {
            return new HookClient(limiter);
        }
    },
    PERMITS {
        @Override
        Client of(AdaptiveRateLimiter limiter, LongSupplier nanoTime) {
            return new PermitClient(limiter, nanoTime);
        }
    };

    abstract Client of(AdaptiveRateLimiter limiter, LongSupplier nanoTime);

    @Override
    public Client create(int callsPerMinute, LongSupplier nanoTime) {
        return bursting(1).create(callsPerMinute, nanoTime);
    }

    /** The same with so many calls at once. */
    public Client.Factory bursting(int burst) {
        return (callsPerMinute, nanoTime) -> of(adaptive(callsPerMinute, burst, nanoTime), nanoTime);
    }

    private static AdaptiveRateLimiter adaptive(int callsPerMinute, int burst, LongSupplier nanoTime) {
        AdaptiveRateLimiterConfig config = AdaptiveRateLimiterConfig.custom()
                .limitForPeriod(callsPerMinute)
                .limitRefreshPeriod(Duration.ofMinutes(1))
                .burst(burst)
                .outcomeClassifier(Answer.CLASSIFIER)
                .build();
        return AdaptiveRateLimiter.of("simulated", config, nanoTime);
    }
}
