/**
 * Health of each limiter, on either Boot: paused, probing and stopped as {@code resilience4j.adaptive.health.*} says.
 */
@NullMarked
package io.github.resilience4j.adaptive.spring.health;

import org.jspecify.annotations.NullMarked;
