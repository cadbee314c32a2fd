package io.github.resilience4j.adaptive.spring.web;

import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.outcome.RetryHint;
import io.github.resilience4j.adaptive.outcome.SelfRejections;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.internal.OpenBreakers;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Knows which exceptions are refusals of our own side, and until when they last. */
final class WebRefusals {

    private final Supplier<@Nullable AdaptiveRateLimiterRegistry> registry;
    private final OpenBreakers breakers;

    WebRefusals(Supplier<@Nullable AdaptiveRateLimiterRegistry> registry, OpenBreakers breakers) {
        this.registry = registry;
        this.breakers = breakers;
    }

    /** Empty if the exception is no refusal of our own side, here or one hop away. */
    Optional<RefusalAnswer> answer(Throwable error) {
        return SelfRejections.find(error).map(refusal -> new RefusalAnswer(seconds(retryAfter(error, refusal))));
    }

    private @Nullable Duration retryAfter(Throwable error, Throwable refusal) {
        RetryHint hint = OutcomeClassifier.standard().classify(null, error).hint();
        if (hint.kind() == RetryHint.Kind.DELAY) {
            return hint.delay();
        }
        if (refusal instanceof CallNotPermittedException open) {
            return breakers.remaining(open.getCausingCircuitBreakerName());
        }
        AdaptiveRateLimiterRegistry limiters = registry.get();
        return limiters != null && refusal instanceof RequestNotPermitted refused
                ? find(limiters, refused.getCausingRateLimiterName())
                        .map(WebRefusals::untilNextPermit)
                        .orElse(null)
                : null;
    }

    /** Also among those for single keys: the registry calls them {@code name[key]}, and either may have a bracket in it. */
    private static Optional<AdaptiveRateLimiter> find(AdaptiveRateLimiterRegistry limiters, String name) {
        Optional<AdaptiveRateLimiter> found = limiters.find(name);
        for (int i = name.indexOf('['); found.isEmpty() && i >= 0 && name.endsWith("]"); i = name.indexOf('[', i + 1)) {
            found = limiters.findForKey(name.substring(0, i), name.substring(i + 1, name.length() - 1));
        }
        return found;
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
