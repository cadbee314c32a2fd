/** The insides of the coalescer. */
@NullMarked
package io.github.resilience4j.adaptive.coalesce.internal;

import org.jspecify.annotations.NullMarked;
