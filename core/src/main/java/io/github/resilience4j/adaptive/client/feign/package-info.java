/**
 * OpenFeign and its asynchronous builder: {@code .addCapability(AdaptiveCapability.of(calls))}, see
 * {@link io.github.resilience4j.adaptive.client.feign.AdaptiveCapability}. Needs {@code io.github.openfeign:feign-core}.
 */
@NullMarked
package io.github.resilience4j.adaptive.client.feign;

import org.jspecify.annotations.NullMarked;
