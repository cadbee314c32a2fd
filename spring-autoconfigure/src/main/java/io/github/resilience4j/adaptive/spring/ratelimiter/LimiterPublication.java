package io.github.resilience4j.adaptive.spring.ratelimiter;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.ratelimiter.RateLimiterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.DestructionAwareBeanPostProcessor;

/**
 * Shows our limiters in every registry of Resilience4j before anybody else gets hold of it, whoever made it: who asked it
 * earlier for a limiter would have got an unlimited one. A registry that is refreshed is made anew and served anew.
 */
final class LimiterPublication implements DestructionAwareBeanPostProcessor {

    private final ObjectProvider<AdaptiveRateLimiterRegistry> limiters;
    private final Map<String, Registration> published = new ConcurrentHashMap<>();

    LimiterPublication(ObjectProvider<AdaptiveRateLimiterRegistry> limiters) {
        this.limiters = limiters;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (requiresDestruction(bean)) {
            Registration before = published.put(beanName, limiters.getObject().publishTo((RateLimiterRegistry) bean));
            if (before != null) {
                before.close();
            }
        }
        return bean;
    }

    @Override
    public void postProcessBeforeDestruction(Object bean, String beanName) {
        Registration registration = published.remove(beanName);
        if (registration != null) {
            registration.close();
        }
    }

    /** A scope's proxy stands for a registry that is processed by itself. */
    @Override
    public boolean requiresDestruction(Object bean) {
        return bean instanceof RateLimiterRegistry && !(bean instanceof ScopedObject);
    }
}
