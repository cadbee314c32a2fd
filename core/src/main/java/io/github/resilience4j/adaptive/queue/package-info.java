/** Calls that our own side had to turn away are kept and done later, in order, at least once. */
@NullMarked
package io.github.resilience4j.adaptive.queue;

import org.jspecify.annotations.NullMarked;
