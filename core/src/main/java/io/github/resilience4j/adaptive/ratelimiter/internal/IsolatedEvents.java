package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.core.EventConsumer;
import io.github.resilience4j.ratelimiter.RateLimiter.EventPublisher;
import io.github.resilience4j.ratelimiter.event.RateLimiterEvent;
import io.github.resilience4j.ratelimiter.event.RateLimiterOnFailureEvent;
import io.github.resilience4j.ratelimiter.event.RateLimiterOnSuccessEvent;
import io.github.resilience4j.ratelimiter.internal.RateLimiterEventProcessor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Resilience4j's events, but a consumer that throws harms neither the call nor other consumers. */
final class IsolatedEvents implements EventPublisher {

    private static final Logger LOG = LoggerFactory.getLogger(IsolatedEvents.class);

    private final RateLimiterEventProcessor processor = new RateLimiterEventProcessor();
    private final String name;

    IsolatedEvents(String name) {
        this.name = name;
    }

    boolean hasConsumers() {
        return processor.hasConsumers();
    }

    void publish(RateLimiterEvent event) {
        processor.consumeEvent(event);
    }

    @Override
    public EventPublisher onSuccess(EventConsumer<RateLimiterOnSuccessEvent> consumer) {
        processor.onSuccess(isolated(consumer));
        return this;
    }

    @Override
    public EventPublisher onFailure(EventConsumer<RateLimiterOnFailureEvent> consumer) {
        processor.onFailure(isolated(consumer));
        return this;
    }

    @Override
    public void onEvent(EventConsumer<RateLimiterEvent> consumer) {
        processor.onEvent(isolated(consumer));
    }

    private <T extends RateLimiterEvent> EventConsumer<T> isolated(EventConsumer<T> consumer) {
        return event -> {
            try {
                consumer.consumeEvent(event);
            } catch (Throwable e) {
                LOG.warn("A consumer of events of rate limiter '{}' failed", name, e);
            }
        };
    }
}
