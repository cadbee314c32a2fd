package io.github.resilience4j.adaptive.spring.micrometer;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.micrometer.AdaptiveRateLimiterObservations;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Marks the observations of the callers of every limiter, of those too that come later. */
final class LimiterTraces implements SmartInitializingSingleton, DisposableBean {

    private final AdaptiveRateLimiterRegistry limiters;
    private final ObservationRegistry observations;
    private final List<Registration> following;
    private final Map<AdaptiveRateLimiter, Registration> marked = new ConcurrentHashMap<>();

    LimiterTraces(AdaptiveRateLimiterRegistry limiters, ObservationRegistry observations) {
        this.limiters = limiters;
        this.observations = observations;
        this.following = List.of(
                limiters.events().onAdded(event -> mark(event.limiter())),
                limiters.events().onRemoved(event -> release(event.limiter())),
                limiters.events().onReplaced(event -> {
                    release(event.before());
                    mark(event.limiter());
                }));
    }

    @Override
    public void afterSingletonsInstantiated() {
        limiters.getAllRateLimiters().forEach(this::mark);
    }

    /** Events may arrive in any order: a limiter that is gone when its arrival is told is released again. */
    private void mark(AdaptiveRateLimiter limiter) {
        marked.computeIfAbsent(limiter, it -> AdaptiveRateLimiterObservations.bind(it, observations));
        if (limiters.find(limiter.getName()).filter(limiter::equals).isEmpty()) {
            release(limiter);
        }
    }

    private void release(AdaptiveRateLimiter limiter) {
        Registration registration = marked.remove(limiter);
        if (registration != null) {
            registration.close();
        }
    }

    @Override
    public void destroy() {
        following.forEach(Registration::close);
        marked.keySet().forEach(this::release);
    }
}
