/** Circuit breakers of Resilience4j that know whose fault a failure is. */
@NullMarked
package io.github.resilience4j.adaptive.spring.circuitbreaker;

import org.jspecify.annotations.NullMarked;
