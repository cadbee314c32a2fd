/**
 * Spring's clients: {@link io.github.resilience4j.adaptive.client.spring.AdaptiveRequestInterceptor} for {@code RestClient} and
 * {@code RestTemplate}, {@link io.github.resilience4j.adaptive.client.spring.AdaptiveExchangeFilter} for {@code WebClient}. Each
 * needs only its own module of Spring, {@code spring-web} or {@code spring-webflux}.
 */
@NullMarked
package io.github.resilience4j.adaptive.client.spring;

import org.jspecify.annotations.NullMarked;
