/**
 * Switches off what runs by itself, for a staging system that must not use up the limit, and nothing else:
 * {@code resilience4j.adaptive.polling.enabled=false}, with {@link io.github.resilience4j.adaptive.spring.polling.Polling} on
 * what polls without a limiter.
 */
@NullMarked
package io.github.resilience4j.adaptive.spring.polling;

import org.jspecify.annotations.NullMarked;
