/**
 * Retries of Resilience4j, named in {@code resilience4j.adaptive.retry.instances}, that listen to the server. What is no text is
 * changed by a bean of type {@link io.github.resilience4j.adaptive.spring.retry.RetryAfterAwareRetryCustomizer}.
 */
@NullMarked
package io.github.resilience4j.adaptive.spring.retry;

import org.jspecify.annotations.NullMarked;
