/** vavr: calls that are its functions, and calls whose failure is a value. Needs {@code io.vavr:vavr}. */
@NullMarked
package io.github.resilience4j.adaptive.vavr;

import org.jspecify.annotations.NullMarked;
