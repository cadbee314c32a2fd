/**
 * What the events of all capabilities have in common: every consumer can be taken back, by the
 * {@link io.github.resilience4j.adaptive.event.Registration} that its {@code on…} method gave.
 */
@NullMarked
package io.github.resilience4j.adaptive.event;

import org.jspecify.annotations.NullMarked;
