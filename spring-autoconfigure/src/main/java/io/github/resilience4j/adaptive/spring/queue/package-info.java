/**
 * Retry queues from properties, {@code resilience4j.adaptive.queue.instances.<name>.*}, by name, with handlers and
 * stores that are beans. What is no text is changed by beans of type {@link
 * io.github.resilience4j.adaptive.spring.queue.RetryQueueConfigCustomizer} and {@link
 * io.github.resilience4j.adaptive.spring.queue.RetryQueueRegistryCustomizer}.
 */
@NullMarked
package io.github.resilience4j.adaptive.spring.queue;

import org.jspecify.annotations.NullMarked;
