/**
 * Equal calls in flight become one: {@link io.github.resilience4j.adaptive.coalesce.Coalescer}.
 */
@NullMarked
package io.github.resilience4j.adaptive.coalesce;

import org.jspecify.annotations.NullMarked;
