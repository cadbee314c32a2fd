/**
 * vavr: calls that are its functions, and calls whose failure is a value, a {@code Try} or an {@code Either}. The methods are
 * called as in Resilience4j's own module for vavr. Needs {@code io.vavr:vavr}.
 */
@NullMarked
package io.github.resilience4j.adaptive.vavr;

import org.jspecify.annotations.NullMarked;
