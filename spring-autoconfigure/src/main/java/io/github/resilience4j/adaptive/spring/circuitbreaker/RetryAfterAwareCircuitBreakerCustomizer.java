package io.github.resilience4j.adaptive.spring.circuitbreaker;

import io.github.resilience4j.adaptive.retry.RetryAfterAwareCircuitBreaker;
import java.util.function.Consumer;

/**
 * A bean that changes how one breaker listens, after the properties: for what is no text. There may be several for a name; they
 * follow the order of the beans.
 *
 * <p>Yours to implement: a method without a default is added in a major version only.
 *
 * @since 0.1
 */
public interface RetryAfterAwareCircuitBreakerCustomizer {

    /**
     * Which breaker.
     *
     * @return one of {@code resilience4j.adaptive.circuitbreaker.instances}
     */
    String name();

    /**
     * Changes how it listens.
     *
     * @param builder with what the properties say
     */
    void customize(RetryAfterAwareCircuitBreaker.Builder builder);

    /**
     * Makes one.
     *
     * @param name which breaker
     * @param change what to change
     * @return the customizer
     */
    static RetryAfterAwareCircuitBreakerCustomizer of(
            String name, Consumer<RetryAfterAwareCircuitBreaker.Builder> change) {
        return new RetryAfterAwareCircuitBreakerCustomizer() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public void customize(RetryAfterAwareCircuitBreaker.Builder builder) {
                change.accept(builder);
            }
        };
    }
}
