/**
 * Meters of limiters, coalescers, key pools and retry queues in the application's registry; marks of limiters and coalescers
 * in its traces. Each can be switched off by a property.
 */
@NullMarked
package io.github.resilience4j.adaptive.spring.micrometer;

import org.jspecify.annotations.NullMarked;
