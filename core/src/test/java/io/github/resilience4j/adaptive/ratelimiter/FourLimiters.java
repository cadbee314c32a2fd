package io.github.resilience4j.adaptive.ratelimiter;

import io.github.resilience4j.adaptive.budget.SharedBudget;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;

/** Four limiters on one store that can be made to be away. */
abstract class FourLimiters {

    static final Duration SECOND = Duration.ofSeconds(1);
    static final Duration MILLI = Duration.ofMillis(1);

    final FakeClock clock = new FakeClock();
    final UnreliableStore store = new UnreliableStore(SharedBudget.inMemory(clock));
    final List<AdaptiveRateLimiter> limiters = new ArrayList<>();

    @AfterEach
    void closeAll() {
        limiters.forEach(AdaptiveRateLimiter::close);
    }

    static AdaptiveRateLimiterConfig.Builder perSecond(int limit, double burst) {
        return AdaptiveRateLimiterConfig.custom()
                .limitForPeriod(limit)
                .limitRefreshPeriod(SECOND)
                .burst(burst)
                .outcomeClassifier(Reply.CLASSIFIER);
    }

    void four(AdaptiveRateLimiterConfig.Builder config) {
        for (int i = 0; i < 4; i++) {
            limiters.add(
                    AdaptiveRateLimiter.of("maps", config.sharedBudget(store).build(), clock));
        }
    }

    AdaptiveRateLimiter limiter(int i) {
        return limiters.get(i);
    }

    int takeAll(Duration time) {
        int taken = 0;
        for (long elapsed = 0; elapsed < time.toNanos(); elapsed += MILLI.toNanos()) {
            for (AdaptiveRateLimiter limiter : limiters) {
                while (limiter.tryAcquirePermission() == 0) {
                    limiter.onResult(Reply.OK);
                    taken++;
                }
            }
            clock.advance(MILLI);
        }
        return taken;
    }

    Permit await(AdaptiveRateLimiter limiter) {
        for (int i = 0; i < 5000; i++) {
            Optional<Permit> permit = limiter.tryAcquire(1);
            if (permit.isPresent()) {
                return permit.get();
            }
            clock.advance(MILLI);
        }
        throw new AssertionError("no permit in five seconds");
    }
}
