/** One budget for many JVMs, kept in Redis. */
@NullMarked
package io.github.resilience4j.adaptive.redis;

import org.jspecify.annotations.NullMarked;
