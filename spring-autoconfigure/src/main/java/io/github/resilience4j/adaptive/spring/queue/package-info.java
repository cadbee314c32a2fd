/** Retry queues from properties, by name, with handlers and stores that are beans. */
@NullMarked
package io.github.resilience4j.adaptive.spring.queue;

import org.jspecify.annotations.NullMarked;
