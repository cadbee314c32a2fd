package io.github.resilience4j.adaptive.micrometer;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The limiters of one registry in one meter registry. Each event only says that something about a name has changed; what
 * holds now is read from the registry, one reader per name at a time, so that events may arrive in any order.
 */
final class RegistryMeters {

    private static final Registration CLOSED = () -> {};

    private final AdaptiveRateLimiterRegistry limiters;
    private final MeterRegistry meters;
    private final ConcurrentMap<String, LimiterMeters> bound = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable Registration> listening = new AtomicReference<>();

    RegistryMeters(AdaptiveRateLimiterRegistry limiters, MeterRegistry meters) {
        this.limiters = limiters;
        this.meters = meters;
    }

    void open() {
        Registration added =
                limiters.events().onAdded(event -> follow(event.limiter().getName()));
        Registration removed =
                limiters.events().onRemoved(event -> follow(event.limiter().getName()));
        Registration replaced =
                limiters.events().onReplaced(event -> follow(event.limiter().getName()));
        Registration all = () -> {
            added.close();
            removed.close();
            replaced.close();
        };
        if (!listening.compareAndSet(null, all)) {
            all.close();
        }
        limiters.getAllRateLimiters().forEach(limiter -> follow(limiter.getName()));
    }

    void close() {
        Registration all = listening.getAndSet(CLOSED);
        if (all != null) {
            all.close();
        }
        bound.keySet().forEach(this::follow);
    }

    private void follow(String name) {
        bound.compute(name, (key, before) -> {
            AdaptiveRateLimiter limiter =
                    listening.get() == CLOSED ? null : limiters.find(name).orElse(null);
            if (before != null && before.limiter() == limiter) {
                return before;
            }
            if (before != null) {
                before.close();
            }
            return limiter == null ? null : new LimiterMeters(limiter, meters);
        });
    }
}
