/** Health of each limiter, on either Boot. */
@NullMarked
package io.github.resilience4j.adaptive.spring.health;

import org.jspecify.annotations.NullMarked;
