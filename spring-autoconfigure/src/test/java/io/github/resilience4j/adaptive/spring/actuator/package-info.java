@NullMarked
package io.github.resilience4j.adaptive.spring.actuator;

import org.jspecify.annotations.NullMarked;
