package io.github.resilience4j.adaptive.spring.web;

import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.outcome.RetryHint;
import io.github.resilience4j.adaptive.outcome.SelfRejections;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Knows which exceptions are refusals of our own side, and until when they last. */
final class WebRefusals {

    // Causes may loop; nobody wraps that often.
    private static final int DEEPEST = 100;

    private final Supplier<@Nullable AdaptiveRateLimiterRegistry> registry;

    WebRefusals(Supplier<@Nullable AdaptiveRateLimiterRegistry> registry) {
        this.registry = registry;
    }

    /** Empty if the exception is no refusal of our own side, here or one hop away. */
    Optional<RefusalAnswer> answer(Throwable error) {
        return SelfRejections.isSelfRejection(error)
                ? Optional.of(new RefusalAnswer(seconds(retryAfter(error))))
                : Optional.empty();
    }

    private @Nullable Duration retryAfter(Throwable error) {
        RetryHint hint = OutcomeClassifier.standard().classify(null, error).hint();
        if (hint.kind() == RetryHint.Kind.DELAY) {
            return hint.delay();
        }
        AdaptiveRateLimiterRegistry limiters = registry.get();
        String name = limiterBehind(error);
        return limiters == null || name == null
                ? null
                : limiters.find(name).map(WebRefusals::untilNextPermit).orElse(null);
    }

    private static @Nullable String limiterBehind(Throwable error) {
        Throwable link = error;
        for (int depth = 0; link != null && depth < DEEPEST; depth++) {
            if (link instanceof RequestNotPermitted refusal) {
                return refusal.getCausingRateLimiterName();
            }
            link = link.getCause();
        }
        return null;
    }

    /** When a caller who comes last gets its permit at the present rate; null if only a person can say. */
    private static @Nullable Duration untilNextPermit(AdaptiveRateLimiter limiter) {
        AdaptiveRateLimiter.Snapshot now = limiter.snapshot();
        return switch (now.state()) {
            case STOPPED -> null;
            case PAUSED -> now.pauseRemaining();
            case PROBING -> Duration.ZERO;
            case RUNNING -> {
                double missing = 1.0 + now.waiting() - limiter.getMetrics().getAvailablePermissions();
                double periods = Math.max(0, missing) / now.limitForPeriod();
                yield Duration.ofMillis((long) Math.ceil(periods
                        * limiter.getRateLimiterConfig().getLimitRefreshPeriod().toMillis()));
            }
        };
    }

    /** Never early: rounded up, and never "at once". */
    private static OptionalLong seconds(@Nullable Duration duration) {
        if (duration == null) {
            return OptionalLong.empty();
        }
        long seconds = duration.getNano() == 0 ? duration.getSeconds() : Math.addExact(duration.getSeconds(), 1);
        return OptionalLong.of(Math.max(1, seconds));
    }
}
