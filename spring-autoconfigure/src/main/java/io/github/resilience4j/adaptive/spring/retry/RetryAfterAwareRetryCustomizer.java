package io.github.resilience4j.adaptive.spring.retry;

import io.github.resilience4j.adaptive.retry.RetryAfterAwareRetry;
import java.util.function.Consumer;

/**
 * A bean that changes how one retry listens, after the properties: for what is no text. There may be several for a name; they
 * follow the order of the beans.
 *
 * <p>Yours to implement: a method without a default is added in a major version only.
 *
 * @since 0.1
 */
public interface RetryAfterAwareRetryCustomizer {

    /**
     * Which retry.
     *
     * @return one of {@code resilience4j.adaptive.retry.instances}
     */
    String name();

    /**
     * Changes how it listens. Attempts and all else that is no part of the rules stay as Resilience4j's properties have them.
     *
     * @param builder with what the properties say
     */
    void customize(RetryAfterAwareRetry.Builder<Object> builder);

    /**
     * Makes one.
     *
     * @param name which retry
     * @param change what to change
     * @return the customizer
     */
    static RetryAfterAwareRetryCustomizer of(String name, Consumer<RetryAfterAwareRetry.Builder<Object>> change) {
        return new RetryAfterAwareRetryCustomizer() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public void customize(RetryAfterAwareRetry.Builder<Object> builder) {
                change.accept(builder);
            }
        };
    }
}
