@NullMarked
package io.github.resilience4j.adaptive.spring.aspect;

import org.jspecify.annotations.NullMarked;
