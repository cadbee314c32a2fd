/**
 * A budget for many JVMs, on the Redis that Spring Data knows: a bean that limiters name as their {@code
 * shared-budget}.
 */
@NullMarked
package io.github.resilience4j.adaptive.spring.redis;

import org.jspecify.annotations.NullMarked;
