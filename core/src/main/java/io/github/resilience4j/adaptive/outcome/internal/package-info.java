/** The arithmetic and the tables behind {@link io.github.resilience4j.adaptive.outcome}; not for use from outside. */
@NullMarked
package io.github.resilience4j.adaptive.outcome.internal;

import org.jspecify.annotations.NullMarked;
