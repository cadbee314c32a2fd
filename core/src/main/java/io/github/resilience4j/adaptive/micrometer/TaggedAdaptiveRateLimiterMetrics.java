package io.github.resilience4j.adaptive.micrometer;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Meters for every limiter of a registry, tagged with {@code name} and the limiter's own tags. Limiters that come later
 * get theirs, those that are removed lose them. Keyed limiters have none: there may be any number of keys.
 *
 * <p>All names begin with {@code resilience4j.adaptive.ratelimiter}: {@code limit}, {@code configured.limit},
 * {@code state} (one gauge per state, 1 for the one it is in), {@code pause.remaining} (seconds), {@code last.success}
 * (seconds since 1970), {@code pauses} (counter, by {@code reason}), {@code throttled.calls}, {@code congestion.events}, {@code rejected.calls} (counters),
 * {@code waiting.calls}, {@code inflight.calls}, {@code consecutive.failures}, {@code waiting.time} (timer with a
 * histogram, of served callers that had to wait).
 *
 * <p>They stand beside those of Resilience4j's {@code TaggedRateLimiterMetrics}, which sees the same limiters once they
 * are {@linkplain AdaptiveRateLimiterRegistry#publishTo published}.
 *
 * @since 0.1
 */
public final class TaggedAdaptiveRateLimiterMetrics implements MeterBinder, AutoCloseable {

    private final AdaptiveRateLimiterRegistry limiters;
    private final BoundRegistries<AdaptiveRateLimiter> bound = new BoundRegistries<>();

    private TaggedAdaptiveRateLimiterMetrics(AdaptiveRateLimiterRegistry limiters) {
        this.limiters = limiters;
    }

    /**
     * Meters for all limiters of a registry.
     *
     * @param limiters whose limiters to measure
     * @return bound to nothing yet
     */
    public static TaggedAdaptiveRateLimiterMetrics ofRegistry(AdaptiveRateLimiterRegistry limiters) {
        return new TaggedAdaptiveRateLimiterMetrics(Objects.requireNonNull(limiters, "limiters"));
    }

    /**
     * Meters for one limiter that is in no registry. They and the limiter are kept until the registration is closed.
     *
     * @param limiter what to measure
     * @param meters where
     * @return takes the meters away again
     */
    public static Registration bind(AdaptiveRateLimiter limiter, MeterRegistry meters) {
        return new LimiterMeters(limiter, meters);
    }

    /** Binding to the same meter registry twice changes nothing. */
    @Override
    public void bindTo(MeterRegistry meters) {
        FollowedMeters<AdaptiveRateLimiter> mine = new FollowedMeters<>(
                this::changes, this::names, limiters::find, limiter -> new LimiterMeters(limiter, meters));
        bound.bind(meters, mine);
    }

    private List<String> names() {
        return limiters.getAllRateLimiters().stream()
                .map(AdaptiveRateLimiter::getName)
                .toList();
    }

    private Registration changes(Consumer<String> changed) {
        Registration added = limiters.events()
                .onAdded(event -> changed.accept(event.limiter().getName()));
        Registration removed = limiters.events()
                .onRemoved(event -> changed.accept(event.limiter().getName()));
        Registration replaced = limiters.events()
                .onReplaced(event -> changed.accept(event.limiter().getName()));
        return () -> {
            added.close();
            removed.close();
            replaced.close();
        };
    }

    /** Takes all meters away from where they were bound to. */
    @Override
    public void close() {
        bound.close();
    }
}
