/** Meters of limiters, coalescers and key pools; traces of coalescers. */
@NullMarked
package io.github.resilience4j.adaptive.spring.micrometer;

import org.jspecify.annotations.NullMarked;
