/** Meters of limiters, coalescers, key pools and retry queues; traces of limiters and coalescers. */
@NullMarked
package io.github.resilience4j.adaptive.spring.micrometer;

import org.jspecify.annotations.NullMarked;
