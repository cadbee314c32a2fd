/** The annotations at work in Spring Boot, with properties, actuator and metrics. */
@NullMarked
package io.github.resilience4j.adaptive.spring;

import org.jspecify.annotations.NullMarked;
