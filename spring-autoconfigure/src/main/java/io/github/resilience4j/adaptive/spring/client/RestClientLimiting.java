package io.github.resilience4j.adaptive.spring.client;

import io.github.resilience4j.adaptive.client.spring.AdaptiveRequestInterceptor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.web.client.RestClient;

/** Gives every builder of a {@link RestClient} its limiter, after Boot's customizers, unless it brings one. */
final class RestClientLimiting implements BeanPostProcessor {

    private final LimitedClientLookup clients;

    RestClientLimiting(LimitedClientLookup clients) {
        this.clients = clients;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof RestClient.Builder builder) {
            clients.of(ClientKind.REST_CLIENT)
                    .ifPresent(calls -> builder.requestInterceptors(interceptors -> {
                        if (interceptors.stream().noneMatch(AdaptiveRequestInterceptor.class::isInstance)) {
                            interceptors.add(AdaptiveRequestInterceptor.of(calls));
                        }
                    }));
        }
        return bean;
    }
}
