package io.github.resilience4j.adaptive.spring.actuator;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.keypool.ApiKeyPool;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolRegistry;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Writes to the log what happens to limiters and key pools, to those too that come later. With no room for it nobody listens. */
final class EventListening implements SmartInitializingSingleton, DisposableBean {

    private final EventLog log;
    private final AdaptiveRateLimiterRegistry limiters;
    private final ApiKeyPoolRegistry pools;
    private final Map<Object, Registration> heard = new ConcurrentHashMap<>();
    private final List<Registration> following;

    EventListening(EventLog log, AdaptiveRateLimiterRegistry limiters, ApiKeyPoolRegistry pools) {
        this.log = log;
        this.limiters = limiters;
        this.pools = pools;
        this.following = log.hasRoom() ? follow() : List.of();
    }

    private List<Registration> follow() {
        return List.of(
                limiters.events().onAdded(event -> hear(event.limiter())),
                limiters.events().onRemoved(event -> ignore(event.limiter())),
                limiters.events().onReplaced(event -> {
                    ignore(event.before());
                    hear(event.limiter());
                }),
                pools.events().onAdded(event -> hear(event.pool())),
                pools.events().onRemoved(event -> ignore(event.pool())));
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (log.hasRoom()) {
            limiters.getAllRateLimiters().forEach(this::hear);
            pools.getAllKeyPools().forEach(this::hear);
        }
    }

    /**
     * Type by type: while nobody listens to the others, they are not even made. Events of a registry may arrive in any
     * order: one that is gone when its arrival is told is ignored again.
     */
    private void hear(AdaptiveRateLimiter limiter) {
        heard.computeIfAbsent(
                limiter,
                it -> closingAll(List.of(
                        limiter.events().onThrottled(this::write),
                        limiter.events().onLimitChanged(this::write),
                        limiter.events().onPaused(this::write),
                        limiter.events().onProbing(this::write),
                        limiter.events().onResumed(this::write),
                        limiter.events().onStopped(this::write),
                        limiter.events().onRejected(this::write))));
        if (limiters.find(limiter.getName()).filter(limiter::equals).isEmpty()) {
            ignore(limiter);
        }
    }

    private void hear(ApiKeyPool pool) {
        heard.computeIfAbsent(
                pool,
                it -> pool.events()
                        .onEvent(event ->
                                Happenings.of(event).ifPresent(happening -> log.add(event.creationTime(), happening))));
        if (pools.find(pool.getName()).filter(pool::equals).isEmpty()) {
            ignore(pool);
        }
    }

    private void write(AdaptiveRateLimiterEvent event) {
        Happenings.of(event).ifPresent(happening -> log.add(event.creationTime(), happening));
    }

    private static Registration closingAll(List<Registration> registrations) {
        return () -> registrations.forEach(Registration::close);
    }

    private void ignore(Object source) {
        Registration registration = heard.remove(source);
        if (registration != null) {
            registration.close();
        }
    }

    @Override
    public void destroy() {
        following.forEach(Registration::close);
        heard.keySet().forEach(this::ignore);
    }
}
