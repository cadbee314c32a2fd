/** Coalescers from properties, by name. */
@NullMarked
package io.github.resilience4j.adaptive.spring.coalesce;

import org.jspecify.annotations.NullMarked;
