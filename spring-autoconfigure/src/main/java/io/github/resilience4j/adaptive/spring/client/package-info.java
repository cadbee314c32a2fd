/**
 * Spring's HTTP clients behind a limiter by a property, {@code resilience4j.adaptive.client.*}. What is no text is changed by a
 * bean of type {@link io.github.resilience4j.adaptive.spring.client.OutgoingCallsCustomizer}.
 */
@NullMarked
package io.github.resilience4j.adaptive.spring.client;

import org.jspecify.annotations.NullMarked;
