@NullMarked
package io.github.resilience4j.adaptive.spring.circuitbreaker;

import org.jspecify.annotations.NullMarked;
