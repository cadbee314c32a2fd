package io.github.resilience4j.adaptive.spring.client;

import io.github.resilience4j.adaptive.client.spring.AdaptiveExchangeFilter;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.web.reactive.function.client.WebClient;

/** Gives every builder of a {@link WebClient} its limiter, after Boot's customizers, unless it brings one. */
final class WebClientLimiting implements BeanPostProcessor {

    private final LimitedClientLookup clients;

    WebClientLimiting(LimitedClientLookup clients) {
        this.clients = clients;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof WebClient.Builder builder) {
            clients.of(ClientKind.WEB_CLIENT)
                    .ifPresent(calls -> builder.filters(filters -> {
                        if (filters.stream().noneMatch(AdaptiveExchangeFilter.class::isInstance)) {
                            filters.add(AdaptiveExchangeFilter.of(calls));
                        }
                    }));
        }
        return bean;
    }
}
