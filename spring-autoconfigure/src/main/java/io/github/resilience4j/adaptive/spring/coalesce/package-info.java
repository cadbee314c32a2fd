/**
 * Coalescers from properties, {@code resilience4j.adaptive.coalescer.instances.<name>.*}, by name. What is no text is
 * changed by beans of type {@link io.github.resilience4j.adaptive.spring.coalesce.CoalescerConfigCustomizer} and {@link
 * io.github.resilience4j.adaptive.spring.coalesce.CoalescerRegistryCustomizer}.
 */
@NullMarked
package io.github.resilience4j.adaptive.spring.coalesce;

import org.jspecify.annotations.NullMarked;
