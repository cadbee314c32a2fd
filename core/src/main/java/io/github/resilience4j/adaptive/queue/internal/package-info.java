/** How a retry queue works: rules as pure functions, one look after the other, work on an executor. */
@NullMarked
package io.github.resilience4j.adaptive.queue.internal;

import org.jspecify.annotations.NullMarked;
