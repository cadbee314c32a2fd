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
        public Client create(int callsPerMinute, LongSupplier nanoTime) {
            return new HookClient(adaptive(callsPerMinute, nanoTime));
        }
    },
    PERMITS {
        @Override
        public Client create(int callsPerMinute, LongSupplier nanoTime) {
            return new PermitClient(adaptive(callsPerMinute, nanoTime), nanoTime);
        }
    };

    private static AdaptiveRateLimiter adaptive(int callsPerMinute, LongSupplier nanoTime) {
        AdaptiveRateLimiterConfig config = AdaptiveRateLimiterConfig.custom()
                .limitForPeriod(callsPerMinute)
                .limitRefreshPeriod(Duration.ofMinutes(1))
                .outcomeClassifier(Answer.CLASSIFIER)
                .build();
        return AdaptiveRateLimiter.of("simulated", config, nanoTime);
    }
}
