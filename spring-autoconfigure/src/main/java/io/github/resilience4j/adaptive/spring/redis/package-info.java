/** A budget for many JVMs, on the Redis that Spring Data knows. */
@NullMarked
package io.github.resilience4j.adaptive.spring.redis;

import org.jspecify.annotations.NullMarked;
