/** Annotations; the Spring Boot starter puts them to work. */
@NullMarked
package io.github.resilience4j.adaptive.annotation;

import org.jspecify.annotations.NullMarked;
