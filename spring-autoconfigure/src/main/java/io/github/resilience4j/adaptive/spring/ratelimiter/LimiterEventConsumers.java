package io.github.resilience4j.adaptive.spring.ratelimiter;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.internal.Inheritance;
import io.github.resilience4j.adaptive.spring.internal.Link;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import io.github.resilience4j.consumer.EventConsumerRegistry;
import io.github.resilience4j.ratelimiter.event.RateLimiterEvent;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Lets Resilience4j's consumers record the last events of the limiters whose properties ask for it. */
final class LimiterEventConsumers implements SmartInitializingSingleton {

    private static final int BUFFER = 100;

    private final AdaptiveRateLimiterProperties properties;
    private final AdaptiveRateLimiterRegistry limiters;
    private final ObjectProvider<EventConsumerRegistry<RateLimiterEvent>> consumers;
    private final WrittenProperties written;

    LimiterEventConsumers(
            AdaptiveRateLimiterProperties properties,
            AdaptiveRateLimiterRegistry limiters,
            ObjectProvider<EventConsumerRegistry<RateLimiterEvent>> consumers,
            WrittenProperties written) {
        this.properties = properties;
        this.limiters = limiters;
        this.consumers = consumers;
        this.written = written;
    }

    @Override
    public void afterSingletonsInstantiated() {
        consumers.ifAvailable(registry -> properties.instances().keySet().forEach(name -> subscribe(name, registry)));
    }

    private void subscribe(String name, EventConsumerRegistry<RateLimiterEvent> registry) {
        List<Link<AdaptiveRateLimiterSettings>> chain =
                properties.inheritance(written).ofInstance(name);
        Boolean wanted = Inheritance.nearest(chain, AdaptiveRateLimiterSettings::subscribeForEvents);
        Integer size = Inheritance.nearest(chain, AdaptiveRateLimiterSettings::eventConsumerBufferSize);
        if (Boolean.TRUE.equals(wanted)) {
            limiters.find(name)
                    .ifPresent(limiter -> limiter.getEventPublisher()
                            .onEvent(registry.createEventConsumer(name, size == null ? BUFFER : size)));
        }
    }
}
