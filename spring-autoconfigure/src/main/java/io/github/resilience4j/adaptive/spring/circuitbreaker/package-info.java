/**
 * Circuit breakers of Resilience4j, named in {@code resilience4j.adaptive.circuitbreaker.instances}, that know whose
 * fault a failure is. What is no text is changed by a bean of type {@link
 * io.github.resilience4j.adaptive.spring.circuitbreaker.RetryAfterAwareCircuitBreakerCustomizer}.
 */
@NullMarked
package io.github.resilience4j.adaptive.spring.circuitbreaker;

import org.jspecify.annotations.NullMarked;
