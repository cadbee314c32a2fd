@NullMarked
package io.github.resilience4j.adaptive.spring.health;

import org.jspecify.annotations.NullMarked;
