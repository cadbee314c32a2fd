/**
 * The library in Spring Boot, 3.5 and 4: a subpackage for each capability, with its properties, customizers and conditions.
 * Nothing here need be named in an application: properties under {@code resilience4j.adaptive} and beans of the customizer
 * types are all there is to write.
 */
@NullMarked
package io.github.resilience4j.adaptive.spring;

import org.jspecify.annotations.NullMarked;
